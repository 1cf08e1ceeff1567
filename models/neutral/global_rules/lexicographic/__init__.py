"""One row of numbers comes before another, as words do in a dictionary, or is the same."""
