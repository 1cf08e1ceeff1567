"""What a source says of Lights Out, run again."""
