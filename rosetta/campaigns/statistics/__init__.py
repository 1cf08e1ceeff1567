"""The statistics of a campaign: pure functions on the frame of its rows, from scores to a summary in sentences.

    frame --balance--> the runs that all have --scores--> instances x configurations
          --virtual_best, intervals, pairwise, self_check--> summary          scaling: curves of figures

definitions   a sentence for every number
honesty       what a reviewer asks of the rows
sentences     the answer in words, with its uncertainty
differences   two campaigns, cell by cell
tuning        defaults held against other encodings and parameters
findings      what that says of the table of tuned choices

Wrong answers come first: a wrong row is unsolved in every measure, and a configuration with one is never the best.
"""
