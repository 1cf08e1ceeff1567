"""Executors: where cells run. Each takes cells, and hands back rows in any order.

in_turn    one after the other, in this process
"""
