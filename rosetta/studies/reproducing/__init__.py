"""What the sources say, run again: one file per item, `registry` names them, `records` says what an item is."""
