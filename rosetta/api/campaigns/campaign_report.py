"""The results of a campaign at a moment: tables, figures, documents; running what is left, and cells again."""

from __future__ import annotations

import io
import json
import signal
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from html import escape
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from report.campaign.records import Summary
from report.campaign.summary_table import summary_text
from report.words import plural
from rosetta.api.calling.arguments import clear_errors, progress_from
from rosetta.api.campaigns.campaign_figure import CampaignFigure, campaign_figures, check_plots
from rosetta.api.campaigns.result_store import ResultStore
from rosetta.api.campaigns.told_progress import ToldProgress
from rosetta.api.showing.text_files import saved_text
from rosetta.campaigns.planning.campaign import Campaign
from rosetta.campaigns.planning.campaign_request import CellRunRequest
from rosetta.campaigns.reporting.campaign_results import CampaignResults, StoredRows, draw_instances, read_rows
from rosetta.campaigns.reporting.report_documents import report_json, report_latex, report_page
from rosetta.campaigns.results.frames import select_rows
from rosetta.campaigns.running.resume import plan_rest, resume_store
from rosetta.campaigns.running.run import CampaignEnd
from rosetta.campaigns.running.run_store import StoreRun, check_request, run_request
from rosetta.campaigns.store.store import CampaignStore, open_store
from rosetta.foundation.errors import InputError
from rosetta.foundation.vocabulary import ResultClass
from rosetta.verbs.documents import provenance_of

if TYPE_CHECKING:
    import pandas

WIDTH = 100  # columns of the text, as in a pipe
CALL = "rosetta.CampaignReport.resume"
STYLE = "overflow:auto;font:12px/1.35 monospace"


@dataclass(frozen=True, repr=False, eq=False)
class CampaignReport:
    """The results of a campaign, as `campaign` and `load_campaign` return them.

    Attributes
    ----------
    store : pathlib.Path
        The file that keeps them.
    cells : int
        How many cells the campaign has.
    done : int
        How many of them have a result; that a limit was reached is one, too.
    wrong : tuple of mappings
        Every wrong answer: ``cell``, ``configuration``, ``puzzle``, ``what``, ``seed``, ``note``.
    end : str
        Why the run ended: ``"done"``, ``"budget"``, ``"stopped"`` (Ctrl-C) or ``"lost"`` (the cluster); ``""`` of a
        campaign that was only opened.
    notes : tuple of str
        What was not run as it was asked for, such as backends that are not installed.

    Notes
    -----
    ``str(report)`` is what ``rosetta bench run`` prints at its end; a notebook shows the same with a figure. A report
    is of one moment: `resume` and `rerun` return another one.
    """

    store: Path
    cells: int
    done: int
    wrong: tuple[Mapping[str, Any], ...]
    end: str = ""
    notes: tuple[str, ...] = ()
    _stored: StoredRows = field(kw_only=True)
    _kept: ResultStore = field(kw_only=True)

    @property
    def is_complete(self) -> bool:
        """Has every cell a result?"""
        return self.done == self.cells

    def __str__(self) -> str:
        have = "has" if self.cells == 1 else "have"
        lines = [] if self.is_complete else [f"{self.done:,} of {plural(self.cells, 'cell')} {have} a result"]
        if self._short is not None:
            lines.append(summary_text(self._short, False, WIDTH))
        return "\n".join(lines)

    def __repr__(self) -> str:
        wrong = f", {len(self.wrong)} WRONG" if self.wrong else ""
        return f"<CampaignReport: {self.done} of {plural(self.cells, 'cell')}{wrong}>"

    def _repr_html_(self) -> str:
        picture = self._survival()
        return f'<div class="rosetta"><pre style="{STYLE}">{escape(str(self))}</pre>{picture}</div>'

    def _survival(self) -> str:
        """The figure of a notebook; none where its libraries are missing, or there is nothing to draw."""
        try:
            figures = self.figures()
        except InputError:
            return ""
        return figures["survival"].svg if "survival" in figures else ""

    @cached_property
    def _short(self) -> Summary | None:
        from rosetta.campaigns.statistics.summary import summary

        return summary(self._stored.frame, self_check=False) if len(self._stored.frame) else None

    @cached_property
    def _results(self) -> CampaignResults:
        return self._stored.results()

    def where(self, **values: Any) -> CampaignReport:
        """The report on some rows alone, for its tables and figures.

        Parameters
        ----------
        **values
            By column of `to_pandas`, a value or a list of them: ``backend=["cpsat", "cnf"], profile="default"``.

        Returns
        -------
        CampaignReport

        Raises
        ------
        ValueError
            If there is no such column, or no row has that value.
        """
        choices = [f"{name}={_value_list(value)}" for name, value in values.items()]
        frame = select_rows(self._stored.frame, choices, "where: ")
        return replace(self, wrong=_wrong_rows(frame), _stored=replace(self._stored, frame=frame))

    def to_pandas(self, answers: bool = False) -> pandas.DataFrame:
        """The rows: one per cell that has a result.

        Parameters
        ----------
        answers : bool, optional
            Also the answers and all other measurements, as JSON, and the log of each run.

        Returns
        -------
        pandas.DataFrame
            With the columns of ``rosetta bench export``; ``bench export --columns`` says what each means. Whole numbers
            are ``Int64``, so that they stay whole where some are missing.
        """
        from rosetta.campaigns.results.exports import exported_columns
        from rosetta.campaigns.store.schema import INTEGERS

        columns = exported_columns(answers)
        return self._stored.frame[columns].astype({name: "Int64" for name in columns if name in INTEGERS})

    def scores(self) -> pandas.DataFrame:
        """How the solvers did: a row for each group of boards and configuration, the best first.

        Returns
        -------
        pandas.DataFrame
            ``group``, ``puzzle``, ``family``, ``limit_s``, ``configuration``, and each score with the ends of its
            interval: the columns of ``rosetta bench report --csv``.

        Raises
        ------
        ValueError
            If there are no results yet.
        """
        import pandas

        from report.campaign.score_rows import scores_csv

        return pandas.read_csv(io.StringIO(scores_csv(self._results.summary)))

    def status(self) -> pandas.DataFrame:
        """How far each configuration is, and how its cells ended.

        Returns
        -------
        pandas.DataFrame
            A row per configuration: ``pending``, ``contended``, and a column per ending, such as ``answer`` and
            ``timeout``. It is read from the store now, while others may write it.
        """
        import pandas

        from rosetta.campaigns.store.status import campaign_status

        with open_store(self.store, read_only=True) as store:
            now = campaign_status(store)
        names = sorted({*now.pending, *now.endings})
        endings = sorted({ending for name in names for ending in now.endings[name]})
        columns = {"pending": [now.pending[name] for name in names]}
        columns |= {str(ending): [now.endings[name][ending] for name in names] for ending in endings}
        columns |= {"contended": [now.contended[name] for name in names]}
        return pandas.DataFrame(columns, index=pandas.Index(names, name="configuration"))

    def figures(self) -> dict[str, CampaignFigure]:
        """The figures, by name: ``"survival"``, ``"cactus"``, ``"scatter-1"``, ``"scaling-tents"``, ``"steps"``, ...

        Returns
        -------
        dict
            From names to figures, which a notebook shows; each has its table, and an object of altair.

        Raises
        ------
        ValueError
            If there are no results yet, or the libraries of figures (the extra ``plots``) are not installed.
        """
        return campaign_figures(self._results)

    def to_html(self, file: str | PathLike[str] | None = None) -> str:
        """The page of ``rosetta bench report --html``: tables, figures, boards and filters in one file.

        Parameters
        ----------
        file : path, optional
            Where to write it, too.

        Returns
        -------
        str
            The page.

        Raises
        ------
        ValueError
            If there are no results yet, a library is missing, or the file cannot be written.
        """
        from report.campaign.page import MOST_DRAWN

        check_plots("pages")
        drawings = {}
        if self.store.exists():
            with open_store(self.store, read_only=True) as store:
                drawings = draw_instances(store, self._stored.frame, MOST_DRAWN)
        return saved_text(report_page(self._results, drawings, self.store), file)

    def to_latex(self, file: str | PathLike[str] | None = None) -> str:
        """The tables in LaTeX.

        Parameters
        ----------
        file : path, optional
            Where to write them, too.

        Returns
        -------
        str

        Raises
        ------
        ValueError
            If there are no results yet, or the file cannot be written.
        """
        return saved_text(report_latex(self._results), file)

    def to_json(self) -> dict[str, Any]:
        """The statistics as a document: that of ``rosetta bench report --json``.

        Returns
        -------
        dict

        Raises
        ------
        ValueError
            If there are no results yet.
        """
        document: dict[str, Any] = json.loads(report_json(self._results))
        return document

    def cell(self, cell: str) -> dict[str, Any]:
        """One cell with all that its verdict rests on: the document of ``rosetta bench show --json``.

        Parameters
        ----------
        cell : str
            Its id, or enough of its beginning.

        Returns
        -------
        dict
            ``cell`` (its row, with the answer), ``note``, ``attempts``, ``proofs``.

        Raises
        ------
        ValueError
            If no cell, or more than one, begins so, or it has no result.
        """
        from rosetta.campaigns.reporting.judged_cell import cell_document, judge_cell
        from rosetta.campaigns.store.named_cells import find_cell

        with open_store(self.store, read_only=True) as store:
            return dict[str, Any](cell_document(judge_cell(store, find_cell(store, cell))))

    def diff(self, later: CampaignReport, threshold: float = 1.2) -> dict[str, Any]:
        """This campaign compared with a later one, cell by cell: what got worse?

        Parameters
        ----------
        later : CampaignReport
            Of the same boards, with other versions or on another machine.
        threshold : float, optional
            The ratio of times beyond which a significant slowdown is a regression.

        Returns
        -------
        dict
            The document of ``rosetta bench diff --json``; ``"regression"`` says whether anything did.

        Raises
        ------
        ValueError
            If no cell of one is in the other.
        """
        from rosetta.campaigns.statistics.differences import compare_campaigns

        frames, names = (self._stored.frame, later._stored.frame), (str(self.store), str(later.store))
        return {"schema": 1, **asdict(compare_campaigns(*frames, names, threshold))}

    def rerun(self, *cells: str, contended: bool = False, crashed: bool = False) -> CampaignReport:
        """Run cells again, one after the other, each as a further attempt.

        Parameters
        ----------
        *cells : str
            Ids, or enough of their beginnings.
        contended, crashed : bool, optional
            All cells from which other processes took processor time; all that crashed.

        Returns
        -------
        CampaignReport
            With the new results.

        Raises
        ------
        ValueError
            If no cell begins so.
        """
        from rosetta.campaigns.running.rerun import chosen_cells, repeat_cell

        with open_store(self.store) as store:
            for cell in chosen_cells(store, cells, contended, crashed):
                repeat_cell(store, cell, lambda number: None)
            return stored_report(store, self._kept, self.notes)

    def resume(
        self,
        *,
        prove: bool | None = None,
        jobs: int = 1,
        on: str | None = None,
        budget: float | None = None,
        reruns: float | None = None,
        progress: Callable[..., None] | None = None,
    ) -> CampaignReport:
        """Run the cells that have no result yet, from the store alone: boards need not be named again.

        Parameters
        ----------
        prove : bool, optional
            Prove what cells claim; by default if the campaign was to.
        jobs, on, budget, reruns, progress : optional
            As for `campaign`.

        Returns
        -------
        CampaignReport
            With the new results.

        Raises
        ------
        ValueError
            If an argument is not what was expected, or an engine here is not of the version that the cells are of.
        """
        wished: dict[str, Any] = {"jobs": jobs, "on": on, "budget": budget, "reruns": reruns, "progress": progress}
        with clear_errors(), open_store(self.store) as store:
            rest = plan_rest(store)
            proves = rest.proves if prove is None else prove
            request = run_request(CellRunRequest(**wished), Campaign((), limits=rest.limits, prove=proves))
            check_request(request)
            provenance = provenance_of(rest.limits.by_name)
            ended = resume_store(store, request, provenance, CALL, ToldProgress(progress), progress_from(progress))
            report = stored_report(store, self._kept, self.notes)
        return ended_report(report, ended)


def stored_report(store: CampaignStore, kept: ResultStore, notes: tuple[str, ...]) -> CampaignReport:
    """The report on what is in an open store."""
    rows = read_rows(store)
    return CampaignReport(
        store=kept.path,
        cells=rows.cells,
        done=rows.done,
        wrong=_wrong_rows(rows.frame),
        notes=notes,
        _stored=rows,
        _kept=kept,
    )


def ended_report(report: CampaignReport, run: StoreRun) -> CampaignReport:
    """The report, with why the run ended. A signal that asks the program to end gets what it asks for."""
    if run.sign is not None and run.sign != signal.SIGINT and run.end is CampaignEnd.STOPPED:
        signal.raise_signal(run.sign)
    if run.lost:
        return replace(report, end="lost", notes=(*report.notes, run.lost))
    return replace(report, end=run.end.value)


def _wrong_rows(frame: pandas.DataFrame) -> tuple[dict[str, Any], ...]:
    """The rows of wrong answers, in short."""
    wrong = frame[frame["result"] == ResultClass.WRONG]
    return tuple(
        {
            "cell": row["cell"],
            "configuration": row["configuration"],
            "puzzle": row["puzzle"],
            "what": row["what"],
            "seed": None if row["board_seed"] != row["board_seed"] else int(row["board_seed"]),
            "note": row["note"],
        }
        for _, row in wrong.iterrows()
    )


def _value_list(value: Any) -> str:
    values = [value] if isinstance(value, str | bytes) or not hasattr(value, "__iter__") else list(value)
    return ",".join(f"{each:g}" if isinstance(each, float) else str(each) for each in values)
