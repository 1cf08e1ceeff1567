"""A number is the smallest of others."""
