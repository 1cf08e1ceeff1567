"""The documents that verbs print, as types: each key with what it holds, and whether it is always there.

    provenance       where a document comes from; ends nearly every one
    runs, proofs     what several documents hold: a run of a backend, the proof of a claim
    compare, solve, count, generate, explain, formulas, verify, fuzz, reproduce, doctor, bench      a verb each
    several          the documents of several instances in one
    writing          a document as text

The functions that build documents return these types, so that a type checker holds one against the other; and
`rosetta schema VERB` prints them as JSON Schema (`report.schemas`). The line below a key is its description there. A
key that is not always there is `NotRequired`; one that may have no value is null. While `schema` is 1, keys are added,
and nothing else changes: CHANGELOG.md tells of them.
"""
