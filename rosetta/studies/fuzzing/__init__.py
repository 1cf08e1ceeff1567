"""Fuzzing: random models, every backend, and nothing believed: for developers of solvers.

`random_models` makes them, by profile and number; `rounds` runs the backends of one warm parent on one of them; `fuzz`
runs rounds side by side, judges what they say together, and has what is wrong written as a bundle.
"""
