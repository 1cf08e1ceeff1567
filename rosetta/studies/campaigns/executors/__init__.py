"""Executors: where cells run. Each takes cells, and hands back rows in any order.

local      in warm parents on this machine, each slot on cores of its own; the default
in_turn    one after the other, in this process
"""
