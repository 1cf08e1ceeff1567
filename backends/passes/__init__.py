"""Model-to-model passes, and ways to use a solver (minimise, enumerate) that any backend may share."""
