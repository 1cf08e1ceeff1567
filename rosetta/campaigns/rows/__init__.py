"""Rows: what is known of a cell that has run, and the verdicts over all rows of an instance.

columns         the columns of a row, with what they mean
judging         verdicts, evidence and claims, from the testimonies that rows carry
board_proofs    claims about boards, and their proofs, as plain values
proved_rows     rows judged in the light of these proofs
"""
