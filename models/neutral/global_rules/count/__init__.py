"""How many numbers of a row are among some values."""
