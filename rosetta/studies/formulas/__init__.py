"""What each row of a model becomes for every kind of solver, through the real lowering."""
