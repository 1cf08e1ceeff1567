"""Graph file formats for Lights Out, one file each; `frame` has what they share."""
