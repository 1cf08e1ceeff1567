"""Explanations in the words of the puzzle: the solution step by step, or why there is none, and how hard the puzzle is.

`explain` runs the deductions of `backends.reasons` as one job in a child process, which asks solvers many times and
sends each finding at once. It puts the trace into words: `step_reasons` the reason of each step, `wording` rows,
`count_words` those that count, `sum_words` those that are added up, `headlines` what stands before and after the steps;
`grouping` joins neighbouring steps that do the same; `step_boards` draws the board at some steps, on which `drawings`
marks what they conclude, use and suppose. A puzzle may solve a board as a teacher would instead (`Extras.teach`).
`unique_board` sets a board with one solution where a size is given. `rosetta.studies.grading` grades the puzzle.
`report.explanation` prints the result: it gives each rule's sentence once (`rule_sentences`) and folds lines.

That each step is entailed is tested by other solvers in `benchmarks.explaining.entailment`; grades are compared with
known difficulties in `benchmarks.explaining.difficulty`.
"""
