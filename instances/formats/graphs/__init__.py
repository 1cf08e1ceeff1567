"""Formats of graph files, one each, for Lights Out; `frame` is what they share."""
