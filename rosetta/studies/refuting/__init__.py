"""Refuting: a claim about a question as a model without a solution, which is then refuted (`backends.justifying`).

    there is no answer         the model
    no other answer            the model, and: some variable of the answer has another value
    these are all              the model, and that for each of them
    none is better             the model, and: it costs less

claims_as_models    the rows that are added; part of what a proof rests on
coset_certificate   "none costs less" of parity rows, by sums of rows and the candidates that they leave
worthwhile          whether a proof that nobody asked for is worth a try
prove               a claim proved within limits, or refuted by a solution of its model

What "the answer" is, a puzzle says by its `project`: the variables that determine it.
"""
