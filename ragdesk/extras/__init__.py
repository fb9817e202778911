"""What goes beyond adding and asking. Sees the domain and text alone; the heart never imports it."""
