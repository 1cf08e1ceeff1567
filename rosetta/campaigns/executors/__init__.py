"""Executors: where cells run. Each takes cells, and hands back rows in any order.

contract       what an executor is
local          in warm parents on this machine, each slot on cores of its own; the default
dask           on the workers of a Dask cluster, each of which has a local executor in a process of its own
run_cell       how a cell becomes a row; `attempt_row`: the same with the attempt, the host and the log (`cell_log`)
machine        the record of this machine, and its fingerprint
"""
