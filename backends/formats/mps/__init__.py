"""MPS, written and read."""
