"""Rules that no rows state: graph rules (`models.neutral.global_rules.connected`) are kept by cuts while solving, and
explained; others get rows where a solver does not know them.

cuts         clauses that a graph rule implies, and that an assignment which breaks it breaks, too
separators   what of them leads out of a component
local_cuts   those of few vertices, before any assignment breaks the rule
probing      what suppositions show of large graphs, before the first answer is looked for
lazy_cuts    any backend, with cuts added until its answer keeps the rules: what `running.worker` puts around all
default_rows any backend, with rows for the rules of kinds that it does not know
region_cuts  the same of regions that follow from their sizes (`models.neutral.global_rules.regions`)
region_rows  clauses about these that a person can follow, for explanations
graph_rows   clauses that a person can follow, for explanations; `prober`: what is known on the way to an answer
"""
