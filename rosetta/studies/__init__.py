"""What needs a puzzle and solvers together: comparing, counting, judging answers."""
