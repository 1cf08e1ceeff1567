"""Genres beside answer set programs: the rules of each once more, written for clingo (`NAME.lp`), and how fast that is.

The programs are ours, written as textbooks do (Gebser, Kaminski, Kaufmann, Schaub, "Answer Set Solving in Practice",
2012). They share nothing with the models, so the tests take them as a second statement of the rules.
"""
