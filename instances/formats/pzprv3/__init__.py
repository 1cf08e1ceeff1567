"""Files of pzpr: `frame` is what all puzzles share, a file per puzzle says the rest."""
