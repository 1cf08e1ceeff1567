"""Data of models of the MiniZinc benchmarks: `frame`, and a file for each puzzle that has such a model."""
