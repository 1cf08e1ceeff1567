"""What a comparison shows, from typed facts: the verdict, the closing sentence, what to check before believing it.

facts        each fact, decided once from the runs: what is wrong, who claims what, what that rests on, how runs ended
fact_words   one wording of each fact
verdict      the headline, and the sentence that names the engines
closing      the last sentences, for a reader who knows neither the table nor the solvers
checks       what to look at before believing the comparison: each point is fine, or worth a look

What claims rest on is worded in `report.evidence_words`, which all other texts of the project use, too.
"""
