"""Tents: give every tree a tent.

The rules and the default model are in `rules`, the formulations of the source in `source_models`. `pairing` decides
which tree owns which tent, for `verify`; `ranks` states in the model that a pairing is unique.
"""
