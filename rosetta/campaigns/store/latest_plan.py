"""The plan that was run last: what its campaign file says, and a further run of it."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from typing import Any

from rosetta.campaigns.store.store import CampaignStore, utc_now

LATEST = "(SELECT campaign FROM run ORDER BY run DESC LIMIT 1)"


def latest_campaign(store: CampaignStore) -> Mapping[str, Any]:
    """The campaign file of the plan, as TOML has it; empty where none was kept, or it is none."""
    for (text,) in store.query(f"SELECT text FROM campaign WHERE campaign = {LATEST}"):
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError:
            return {}
    return {}


def note_run(store: CampaignStore, command: str, provenance: Mapping[str, Any]) -> None:
    """Keep that the plan is run again, by that command. provenance: of `report.provenance`."""
    with store.transaction() as connection:
        connection.execute(
            f"INSERT INTO run (campaign, started, command, provenance) VALUES ({LATEST}, ?, ?, ?)",
            (utc_now(), command, json.dumps(provenance)),
        )
