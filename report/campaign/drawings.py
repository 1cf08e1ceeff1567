"""Drawings of boards for the page of a campaign, made by whoever knows the puzzle."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class BoardDrawing:
    """A drawing of an instance, or of an answer to it. title: whose; svg: escaped by whoever drew it."""

    title: str
    svg: str
