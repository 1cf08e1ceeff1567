"""Why something follows from a model's rows: small sets of rows, steps from them, conflicts among them, repairs."""
