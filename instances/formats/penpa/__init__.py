"""Links of Penpa+: `data` packs and unpacks them, `frame` has what all puzzles share, one file per puzzle the rest."""
