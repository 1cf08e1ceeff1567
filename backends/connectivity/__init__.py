"""Graph rules that no rows state (`models.neutral.graphs`): kept by cuts while solving, and explained.

cuts         clauses that a graph rule implies, and that an assignment which breaks it breaks, too
separators   what of them leads out of a component
lazy_cuts    any backend, with cuts added until its answer keeps the rules: what `running.worker` puts around all
graph_rows   clauses that a person can follow, for explanations; `prober`: what is known on the way to an answer
"""
