"""Campaigns from Python: boards and solvers in, results that last in a store out. What may be asked for, beside boards,
stands in the record that the command line fills in, too (`rosetta.campaigns.planning.campaign_request`).

campaigning         `campaign`, which runs one, and `load_campaign`, which opens one that has run
campaign_boards     what may stand for boards: words, files, boards, models, by family or not
campaign_report     the results: tables, figures, documents; running what is left
campaign_figure     one figure, as a picture and as an object of altair
result_store        the file that holds the results, the user's own or one for a while
told_progress       how far a run is, for the user's function
"""
