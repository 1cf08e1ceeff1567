"""What a source says of Tents, run again."""
