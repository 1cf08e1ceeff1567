"""Proofs in campaigns: what the cells of a board claim, proved once for the board, and what that says of each row.

board_proofs    claims and proofs of boards as plain values
proved_rows     rows judged in their light
prove_board     one claim proved, or refuted, in a warm parent
prove_store     the claims of a store without a proof; proving them, and keeping what came of it
"""
