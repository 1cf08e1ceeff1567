"""Flags that several sub-verbs share."""

from __future__ import annotations

import argparse

STORE = "campaign.db"


def add_store(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--store", default=STORE, metavar="FILE", help=f"the campaign's store (default {STORE})")
