"""The entry of an array at an index."""
