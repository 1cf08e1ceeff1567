"""Disagreements: when a backend is proved wrong, a folder that repeats the fault and can be sent to its makers.

`trials` says whether a backend is wrong about a model, in a warm parent; `shrinking` makes a model smaller as long as
it is; `bundle` writes the folder: the model as stated and shrunk, in every format that can express it, who claimed
what, and `issue.md`, a text for an issue tracker (`issue_text`).
"""
