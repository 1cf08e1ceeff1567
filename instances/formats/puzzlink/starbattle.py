"""Star Battle in puzz.link addresses: the number of stars, a slash, and the borders between regions."""

from __future__ import annotations

from instances.formats.puzzlink.borders import BorderedRegions
from instances.formats.puzzlink.frame import NAME
from instances.formats.walks import Decimal, declare_text
from models.puzzles.genres.starbattle import board

BODY = declare_text(
    NAME,
    "starbattle",
    [Decimal("the number of stars", "/"), BorderedRegions()],
    make=lambda stars, regions: board(regions, stars),
    parts=lambda p: (p.stars, p.regions),
    names=("starbattle",),
    example="starbattle/6/6/1/2u9gn9c9jpmk",
)
