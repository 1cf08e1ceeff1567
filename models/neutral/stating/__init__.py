"""Stating: what a model holds, and the verbs that add to it; `models.neutral.model` is all of it.

model_table (variables and rules as columns), row_verbs (rules that are rows), number_verbs (numbers and their
literals), global_verbs, order_verbs, graph_verbs (rules about many variables as a whole), calls (how verbs are called).
"""
