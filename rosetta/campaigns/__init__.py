"""Campaigns: many instances, backends and encodings under the same limits, in a store that survives.

    CAMPAIGN.toml, or a command line --plan--> cells --executor--> rows --store--> judged rows --> statistics, figures

A *cell* (`cells.py`) is one backend on one formulation of one instance, with all of its options and limits: what is
run once. What came of it is a *row* (`columns.py`); the verdict over rows of the same instance is that of a comparison.

campaign, campaign_file    what is asked for, as a record and as TOML; `campaign_checks`: its words
plan, engines              every cell, each once; the version of each engine
run_cell, turning          a cell becomes a row; boards turned and mirrored
"""
