"""OPB, the pseudo-Boolean format, written and read."""
