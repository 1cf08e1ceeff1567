"""The revision of our own source that cells run with, for those who run from a checkout and not from a release."""

from __future__ import annotations

import subprocess
from contextlib import suppress
from pathlib import Path

from rosetta.names import CHECKOUT

SECONDS = 5.0


def source_revision() -> str | None:
    """Such as "3471ef5f0ab2", with "-dirty" after it where files differ from it; None for an installed release, and
    where git is not there to tell."""
    if not (Path(CHECKOUT) / ".git").exists():
        return None
    command = ["git", "-C", CHECKOUT, "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
    with suppress(OSError, subprocess.SubprocessError):
        told = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True)
        return told.stdout.strip() or None
    return None
