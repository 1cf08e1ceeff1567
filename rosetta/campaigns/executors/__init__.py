"""Executors: where cells run. Each takes cells, and hands back rows in any order.

local      in warm parents on this machine, each slot on cores of its own; the default
in_turn    one after the other, in this process
local      in slots of cores of this machine, in warm parents
dask       on the workers of a Dask cluster, each of which has a local executor in a process of its own
"""
