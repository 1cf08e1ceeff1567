"""A small knapsack as an LP file, and its optimum by trying all that may be packed."""

from itertools import product

KNAPSACK = """Maximize
 profit: 3 apples + 2 pears
Subject To
 weight: 2 apples + pears <= 7
Bounds
 apples <= 5
 pears <= 4
Generals
 apples pears
End
"""
BEST = max(3 * a + 2 * p for a, p in product(range(6), range(5)) if 2 * a + p <= 7)
