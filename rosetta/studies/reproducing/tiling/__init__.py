"""Reproductions on tilings: `article` (one source; parts in `chessboard`, `piece_clauses`, `incremental`) and `counts`
(published numbers of tilings)."""
