"""One figure of a campaign: a picture, the table that it shows, an object of altair."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from report.campaign.figure_files import DrawnFigure, draw_figures, load_plots
from rosetta.foundation.errors import InputError
from rosetta.foundation.libraries import extra_advice

if TYPE_CHECKING:
    import pandas

    from rosetta.campaigns.reporting.campaign_results import CampaignResults


@dataclass(frozen=True, repr=False, eq=False)
class CampaignFigure:
    """A figure of a campaign, as `CampaignReport.figures` returns it. A notebook shows it.

    Attributes
    ----------
    name : str
        Of its kind, and of files: ``"survival"``, ``"scaling-tents"``.
    heading, caption : str
        What it shows.
    table : pandas.DataFrame
        Exactly what is drawn.
    """

    name: str
    heading: str
    caption: str
    table: pandas.DataFrame
    _drawn: DrawnFigure = field(kw_only=True)

    def __repr__(self) -> str:
        return f"<CampaignFigure: {self.heading}>"

    @cached_property
    def svg(self) -> str:
        """The picture, as SVG."""
        return self._drawn.svg()

    def _repr_svg_(self) -> str:
        return self.svg

    def chart(self) -> Any:
        """The figure as an object of altair, to be changed or combined.

        Returns
        -------
        altair.Chart
            Or what else of altair it is made of.
        """
        import altair

        return altair.Chart.from_dict(self._drawn.spec)

    def save(self, file: str) -> None:
        """Write it.

        Parameters
        ----------
        file : str
            Its ending says how: ``.svg``, ``.png`` or ``.pdf``; ``.csv`` is the table.

        Raises
        ------
        ValueError
            For another ending, or a file that cannot be written.
        """
        from report.saving import save_new

        makers: dict[str, Callable[[], bytes]] = {
            "svg": lambda: self.svg.encode(),
            "png": self._drawn.png,
            "pdf": self._drawn.pdf,
            "csv": lambda: str(self.table.to_csv(index=False)).encode(),
        }
        ending = str(file).rpartition(".")[2].lower()
        if ending not in makers:
            raise InputError(f"{file}: expected a file that ends with .{', .'.join(makers)}")
        content = makers[ending]()
        save_new(str(file), lambda target: target.writelines([content]))


def check_plots(what: str) -> None:
    """Raise InputError where the libraries of figures are not installed. what: for the message, what needs them."""
    try:
        load_plots()
    except ModuleNotFoundError as error:
        raise InputError(f"{what} need {error.name}, which is not installed; {extra_advice('plots')}") from None


def campaign_figures(results: CampaignResults) -> dict[str, CampaignFigure]:
    """The figures by name. Raises InputError where their libraries are not installed."""
    check_plots("figures")
    drawn = draw_figures(results.frame, results.fits)
    return {each.name: CampaignFigure(each.name, each.heading, each.caption, each.table, _drawn=each) for each in drawn}
