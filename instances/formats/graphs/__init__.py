"""Graph file formats, for puzzles that are played on graphs, one file each; `frame` has what they share."""
