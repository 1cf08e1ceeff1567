"""Campaigns: many instances, backends and encodings under the same limits, in a store that survives.

    CAMPAIGN.toml, or a command line --plan--> cells --executor--> rows --store--> judged rows --> statistics, figures

A *cell* (`cells.py`) is one backend on one formulation of one instance, with all of its options and limits: what is
run once. What came of it is a *row* (`columns.py`); the verdict over rows of the same instance is that of a comparison.
"""
