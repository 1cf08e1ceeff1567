"""Reporting: what is shown of a campaign, put together from its rows, its statistics and its boards.

campaign_results    statistics, fits, facts of the run, and drawings of boards, for a report
report_documents    the same as a page, LaTeX, JSON
judged_cell         one cell, with all that its verdict rests on
comparison_scores   several comparisons scored as a campaign is
"""
