"""Running: the loop over the pending cells of a store, then over the claims that have no proof yet.

run_store       a run as a whole: executor, signals, cells, proofs
keep_plan       a plan becomes that of a store
resume          what is left of a plan, from the store alone
run             cells to an executor, rows into the store, until no cell is pending
rerun           cells again, each by itself
stopping        signals: Ctrl-C once, twice
tally           how many cells are done, how fast, how long the rest takes
contradictions  what is wrong at first sight
revision        the revision of the checkout
prove_store     the claims of a store without a proof; proving them, and keeping the proofs
prove_board     one claim proved, or refuted, in a warm parent
"""
