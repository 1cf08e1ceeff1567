"""Results that solver programs report for a file, read strictly.

A result that is cut off, that contradicts itself or that is in no known format is an error, never an answer.
"""
