"""`campaign`: many boards and solvers under the same limits, in a store that survives; `load_campaign`: one that has
run."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, cast

from rosetta.api.calling.arguments import clear_errors, progress_from
from rosetta.api.calling.keywords import Subject, takes_subject
from rosetta.api.campaigns.campaign_boards import read_boards
from rosetta.api.campaigns.campaign_report import CampaignReport, ended_report, stored_report
from rosetta.api.campaigns.result_store import ResultStore, read_store
from rosetta.api.campaigns.told_progress import ToldProgress
from rosetta.campaigns.planning.campaign_plan import make_plan
from rosetta.campaigns.planning.campaign_request import CampaignBoards, CampaignRequest, RequestRefused
from rosetta.campaigns.planning.requested_campaign import requested_campaign
from rosetta.campaigns.running.keep_plan import keep_plan
from rosetta.campaigns.running.run_store import check_request, run_request, run_store
from rosetta.campaigns.store.opening import check_writable
from rosetta.campaigns.store.store import open_store
from rosetta.foundation.errors import InputError
from rosetta.verbs.documents import provenance_of

_LOG = logging.getLogger("rosetta")
CALL = "rosetta.campaign"  # in messages and stores, in place of a command


BOARDS = Subject(
    name="boards",
    type_name="str, tuple, path, Board, Model, list or mapping",
    help='What to run on. Words as on the command line: ``"tents 8..20/4"``, ``("tents", 8, 10)``, an ID, an address, '
    "a file, a folder. The text of a board. A board, a model of your own. A list of these, or lists by the name of "
    "their family. Or the path of a campaign file (``.toml``), which says all that is run: beside it, only limits and "
    "`prove` count.",
    annotation="Any",
    read=lambda boards: boards,  # with options of the request
)


@takes_subject(CampaignRequest, BOARDS)
def campaign(boards: Any, request: CampaignRequest) -> CampaignReport:
    """Run each combination of solver and board once, and keep the results.

    Each combination is a *cell*, and the cells are those of ``rosetta bench run`` with the same arguments: a campaign
    may begin here and go on there. With a `store`, the same call again resumes what was stopped, and runs nothing
    twice. Ctrl-C (in a notebook, the button that interrupts) stops cleanly: once, and the campaign ends after the cells
    that are running; twice, and they are killed. What there is by then is returned.

    Returns
    -------
    CampaignReport
        Also of a campaign that is not complete.

    Raises
    ------
    ValueError
        If an argument is not what was expected, a backend that is named cannot be used, or the store is none.

    Examples
    --------
    >>> import rosetta as rs
    >>> report = rs.campaign("tents 4 5", ["cpsat", "cnf"], profile="default", count=2, time_limit=60)
    >>> report.done, report.is_complete, report.wrong
    (8, True, ())
    >>> report.to_pandas().groupby("backend")["result"].value_counts().to_dict()
    {('cnf', 'solved'): 4, ('cpsat', 'solved'): 4}
    """
    try:
        return _run_campaign(_campaign_boards(boards, request), request)
    except RequestRefused as refusal:
        raise InputError(str(refusal)) from None


def _campaign_boards(boards: Any, request: CampaignRequest) -> CampaignBoards:
    """The boards, or the campaign file. Raises InputError where an argument says what a file says already."""
    read = read_boards(boards, cast("Mapping[str, Sequence[Any]]", request.options or {}))
    for name in request.besides_file() if read.file is not None else ():
        raise InputError(f"{name}: {read.file} says what is run; change it there")
    return read


def _run_campaign(boards: CampaignBoards, request: CampaignRequest) -> CampaignReport:
    asked = requested_campaign(boards, request)
    run = run_request(request, asked)
    check_request(run)  # planning may take minutes
    kept = ResultStore(read_store(request.store))
    check_writable(kept.path)
    notes: list[str] = []
    plan = make_plan(asked, progress_from(request.progress), notes.append, CALL, request.part())
    for note in notes:
        _LOG.info("%s", note)
    threads = plan.threads
    with open_store(kept.path) as store:
        keep_plan(store, plan, run, provenance_of(asked.limits.by_name), CALL)
        del plan  # the store has it, and it may be large
        ended = run_store(store, run, threads, ToldProgress(request.progress))
        report = stored_report(store, kept, tuple(notes))
    return ended_report(report, ended)


def load_campaign(store: str | PathLike[str]) -> CampaignReport:
    """Open a campaign that has run, here or on the command line, also while it runs. Nothing is run.

    Parameters
    ----------
    store : path
        The file that keeps the results. Tables that ``bench export`` wrote are for pandas.

    Returns
    -------
    CampaignReport
        What there is at this moment; `CampaignReport.resume` runs what is left.

    Raises
    ------
    ValueError
        If the file is not there, or no store of a campaign.

    Examples
    --------
    >>> import tempfile, rosetta as rs
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     report = rs.campaign("tents 4", ["cnf"], profile="default", store=f"{folder}/tents.db")
    ...     rs.load_campaign(f"{folder}/tents.db").to_pandas()["backend"].to_list()
    ['cnf']
    """
    path = read_store(store)
    if path is None:
        raise InputError("store: expected the path of a file, found None")
    with clear_errors(), open_store(path, read_only=True) as opened:
        return stored_report(opened, ResultStore(path), ())
