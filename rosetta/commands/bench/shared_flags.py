"""Flags that several sub-verbs share."""

from __future__ import annotations

import argparse

from rosetta.campaigns.planning.campaign_request import STORE as STORE


def add_store(parser: argparse.ArgumentParser, more: str = "") -> None:
    """The store. more: what else may be read."""
    parser.add_argument("--store", default=STORE, metavar="FILE", help=f"the campaign's store{more} (default {STORE})")
