"""The puzzles: one file each for rules, answer and record (`tents`), files beside it for what is long."""
