"""Links of Penpa+: `frame` has what all puzzles share; one file per puzzle has the rest."""
