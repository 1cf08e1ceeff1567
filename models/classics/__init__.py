"""Classics: the models of courses and text books.

Each is a file, `NAME.py`, with the record `CLASSIC`:

    rosetta solve queens 20
    rosetta compare golomb 6
    rosetta explain zebra

A file in this folder is a classic: nothing else names it. It has a function that states the model of a size, each rule
with its sentence, and what is known of the answers, each with its source. `models/puzzles/model/classic.py` says what
the record holds, and makes a puzzle of it that all verbs take. A classic has at most 40 lines.
"""
