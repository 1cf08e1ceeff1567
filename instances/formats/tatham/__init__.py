"""Game IDs of Simon Tatham's collection: `frame` has what all puzzles share; one file per puzzle has the rest."""
