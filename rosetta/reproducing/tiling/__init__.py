"""Reproductions on tilings: `article` (one source; parts in `chessboard`, `search_effort`) and `counts`
(published numbers of tilings)."""
