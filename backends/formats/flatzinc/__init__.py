"""FlatZinc: models written, results read."""
