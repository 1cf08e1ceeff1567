"""When a proof is tried that nobody asked for: where solving took long, in a share of that time."""

from __future__ import annotations

from dataclasses import replace

from backends.contract import Limits

LONG = 5.0  # seconds of solving from which on a proof is tried without being asked for
SHARE = 0.25  # of the time that solving took, for each claim


def limits_worthwhile(limits: Limits, spent: float) -> Limits | None:
    """For the proof of a claim that nobody asked to be proved; None where it might cost more than the solving, which
    took `spent` seconds."""
    return replace(limits, seconds=min(limits.seconds, spent * SHARE)) if spent >= LONG else None
