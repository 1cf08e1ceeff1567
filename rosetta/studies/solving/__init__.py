"""Solving: verified answers, and what is claimed of them, confirmed.

second_opinions   who confirms what one kind of engine claims, and in which order
solve             one answer
listing           all answers, and that these are all
answers           as many answers as were asked for; answers_text: as a verb prints them
given_answer      an answer that a user gives
solver_files      a model as a solver's file, and a solver's result as an answer
conversion        instances and answers in other formats
"""
