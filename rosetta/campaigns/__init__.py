"""Campaigns: many instances, backends and encodings under the same limits, in a store that survives.

    CAMPAIGN.toml, or a command line --planning--> cells --executors--> rows --store--> judged rows
                                                                   judged rows --statistics--> summary, figures

A *cell* (`planning.cells`) is one backend on one formulation of one instance, with all of its options and limits: what
is run once. What came of it is a *row* (`rows.columns`); the verdict over rows of the same instance is that of a
comparison.

From inside (`rosetta.campaign` and the command line do the same):

    >>> campaign = Campaign((InstanceGroup(("8..20/4",), "tents", seeds=(0, 1)),))      # planning.campaign
    >>> plan = plan_campaign(campaign, probe_campaign_engines(campaign))                # planning.campaign_plan
    >>> with open_store(Path("tents.db")) as store:                                     # store.store
    ...     store.add_cells(plan.cells)
    ...     run_store(store, RunRequest(jobs=2), plan.threads)                          # running.run_store
    ...     results = read_results(store)                                               # reporting.campaign_results

planning     what is asked for, and the plan: every cell, each once
rows         the columns of a row, the verdicts over rows, and the claims of boards that are proved
executors    where cells run, and how a cell becomes a row
store        the file that keeps plan, attempts and rows
running      the loop over the cells that are pending, and over the claims without a proof
results      the judged rows of a store, as rows, frames and files
statistics   from frames to numbers and sentences
reporting    what a report shows: of a campaign, and of several comparisons
"""
