"""Handing a lowered model to a solver in bulk, from its columns, without a Python object per row."""
