"""The numbers of a row are all different."""
