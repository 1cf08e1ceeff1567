"""The numbers of a row are one of some tuples, or none of them."""
