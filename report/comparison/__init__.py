"""A comparison as people see it: the table in the terminal, the page, JSON for scripts; from the same records."""
