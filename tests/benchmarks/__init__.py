"""What `make bench` measures: speed as ratios within one run. See docs/benchmarks.md."""
