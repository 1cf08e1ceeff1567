"""Asking: what is asked, and who can be asked.

formulations       the models that an instance can be stated as
question           an instance with one reading of its rules, and its models
posing             a question from what a user names; model_question: from a model that a user stated
special_solvers    a puzzle's own solvers, as backends
entrants           a backend on a formulation, with all of its options
encoding_choices   the encodings that a user names, by the forms of a model's rows
budgets            the time of a request, where none is named
backend_check      every backend tried on models with known answers
"""
