"""Where things are: the checkout, and published instances that lie beside it where this machine has them."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT.parent / "shared" / "data"  # not part of the project: tests that read it skip where it is absent
GOLDEN = ROOT / "tests" / "golden"
REGRESSIONS = ROOT / "tests" / "regressions"
