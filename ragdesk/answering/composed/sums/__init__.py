"""What is computed: sums, differences, shares, counts and the time between dates, of quotes that state the operands."""
