"""Links of Penpa+: `frame` is what all puzzles share, a file per puzzle says the rest."""
