"""What a source says of pentomino tilings, run again; and published counts."""
