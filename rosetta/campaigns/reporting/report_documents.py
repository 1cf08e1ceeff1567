"""The results of a campaign as documents: a page, LaTeX, JSON. Each is a text, which its caller writes or prints."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rosetta.campaigns.reporting.campaign_results import CampaignResults

if TYPE_CHECKING:
    from report.campaign.drawings import BoardDrawing
    from report.campaign.figure_files import DrawnFigure


def report_page(results: CampaignResults, drawings: Mapping[str, Sequence[BoardDrawing]], store: Path | str) -> str:
    """The page. drawings: of boards, by the hash of an instance; store: names the campaign, and stands in the commands
    that show a cell and run it again."""
    from report.campaign.page import PageExtras, campaign_html

    extras = PageExtras(
        fits=results.fits,
        drawings=drawings,
        repeat=f"rosetta bench rerun CELL --store {store}",
        show=f"rosetta bench show CELL --store {store}",
        facts=results.facts,
    )
    return campaign_html(results.frame, results.summary, f"Campaign {Path(store).stem}", extras)


def report_latex(results: CampaignResults, figures: Sequence[DrawnFigure] = (), folder: str = "") -> str:
    """The tables, and the figures, which are files in that folder."""
    from report.campaign.latex import campaign_latex

    captions = {figure.name: f"{figure.heading}. {figure.caption}" for figure in figures}
    return campaign_latex(results.summary, captions, folder, results.facts)


def report_json(results: CampaignResults) -> str:
    """The statistics as one line of JSON."""
    return json.dumps(results.summary, default=_plain_object, allow_nan=False)


def _plain_object(value: Any) -> dict[str, Any]:
    """A record, or a mapping that is no dictionary, as one."""
    return {name: getattr(value, name) for name in value.__slots__} if hasattr(value, "__slots__") else dict(value)
