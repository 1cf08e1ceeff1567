"""Proving: what answers, runs and numbers claim, proved (`rosetta.studies.refuting`); proofs as files, and their check.

proved_answers     the answers of `solve`, with what they claim proved
proved_runs        the runs of `compare`, with what they claim proved
certified_total    numbers of answers as sums of what certificates show; part of what a proof rests on
proved_total       a number of answers, proved by certificates, or by their list
proof_file         proofs as a file, and their check from the rules on
count_file         the same of certified numbers
archives           the files inside such a file; archive_contents: each compared with what the check derives
"""
