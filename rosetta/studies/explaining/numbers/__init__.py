"""Explanations of models with numbers and global rules: steps speak of values, and of rules as a whole.

    number_model     the model that is explained: integers are choices, too; every rule is stated in the default way
    value_sums       sums of numbers, over literals
    folding          steps as a person takes them: what a value excludes elsewhere is told where it is used
    number_names     numbers, rows and rules in words; `row_names`: by the board
    number_chains    chains of reasons, and contradictions
    number_wording   the reason of a step

Which rows belong to one number, or to one row of a rule, is known in `backends.reasons.rules`.
"""
