"""Game IDs of Simon Tatham's collection: `frame` is what all puzzles share, a file per puzzle says the rest."""
