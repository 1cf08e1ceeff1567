"""A model that somebody stated, or that a solver's file holds, as a puzzle: `record`. `values_text` prints answers."""
