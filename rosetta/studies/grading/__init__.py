"""Grading: how hard an instance is for a person, by the deductions that it needs.

difficulty    the grades, and what makes an instance one of them
graph_words   "connected" and "one cycle" as rows, which deductions can use, and in words
grade         the grade of an instance, without an explanation
"""
