"""A reproduction of what the sources say: text, page, LaTeX, JSON."""
