"""What the formats share: rows as text, names of variables, columns of numbers read and written."""
