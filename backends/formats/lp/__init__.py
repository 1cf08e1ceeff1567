"""CPLEX's LP format, written and read."""
