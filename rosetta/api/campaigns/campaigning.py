"""`campaign`: many boards and solvers under the same limits, in a store that survives; `load_campaign`: one that has
run."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, TypeAlias

from rosetta.api.arguments import clear_errors, positive_seconds, progress_from, provenance_from, whole_number
from rosetta.api.campaigns import campaign_arguments as read
from rosetta.api.campaigns.campaign_boards import read_boards
from rosetta.api.campaigns.campaign_report import CampaignReport, ended_report, stored_report
from rosetta.api.campaigns.result_store import ResultStore, read_store
from rosetta.api.campaigns.told_progress import ToldProgress
from rosetta.campaigns.planning.campaign_plan import make_plan
from rosetta.campaigns.planning.campaign_request import CampaignRequest, RequestRefused
from rosetta.campaigns.planning.requested_campaign import requested_campaign
from rosetta.campaigns.running.keep_plan import keep_plan
from rosetta.campaigns.running.run_store import check_request, run_request, run_store
from rosetta.campaigns.store.opening import check_writable
from rosetta.campaigns.store.store import open_store
from rosetta.foundation.errors import InputError

_LOG = logging.getLogger("rosetta")
CALL = "rosetta.campaign"  # in messages and stores, in place of a command

Encodings: TypeAlias = str | Mapping[str, str]


def campaign(
    boards: Any,
    backends: Sequence[str] | None = None,
    *,
    formulations: Sequence[str] | None = None,
    encodings: Encodings | Sequence[Encodings] | None = None,
    profile: Literal["default", "tuned"] | None = None,
    settings: Mapping[str, object] | None = None,
    count: int = 1,
    seed: int = 0,
    threads: int | Sequence[int] = 1,
    seeds: int | Sequence[int] = 1,
    shuffle: bool = False,
    symmetries: bool | Sequence[int] = False,
    repeat: int = 1,
    unique: bool = False,
    prove: bool = False,
    limits: float | Mapping[str, float] | None = None,
    time_limit: float | None = None,
    memory: int | None = None,
    jobs: int = 1,
    on: str | None = None,
    budget: float | None = None,
    reruns: float | None = None,
    keep_contended: bool = False,
    shard: str | tuple[int, int] | None = None,
    store: str | PathLike[str] | None = None,
    progress: Callable[..., None] | None = None,
    **options: Any,
) -> CampaignReport:
    """Run each combination of solver and board once, and keep the results.

    Each combination is a *cell*, and the cells are those of ``rosetta bench run`` with the same arguments: a campaign
    may begin here and go on there. With a `store`, the same call again resumes what was stopped, and runs nothing
    twice. Ctrl-C (in a notebook, the button that interrupts) stops cleanly: once, and the campaign ends after the cells
    that are running; twice, and they are killed. What there is by then is returned.

    Parameters
    ----------
    boards : str, tuple, path, Board, Model, list or mapping
        Words as on the command line: ``"tents 8..20/4"``, ``("tents", 8, 10)``, an ID, an address, a file, a folder.
        The text of a board. A board, a model of your own. A list of these, or lists by the name of their family. Or the
        path of a campaign file (``.toml``), which says all that is run: beside it, only `limits` and `prove` count.
    backends : sequence of str, optional
        Which backends to run; by default all that can be used here.
    formulations : sequence of str, optional
        The models of the puzzle to run; ``["all"]`` for all of them; by default those that `compare` shows.
    encodings : mapping, "all", or list of these, optional
        CNF encodings by form of rows, ``{"cardinality": "totalizer"}``, where the name may be ``"all"``; several
        choices run one after the other.
    profile : {"default", "tuned"}, optional
        Parameters of the solvers; by default both, where there are tuned ones.
    settings : mapping, optional
        Of the backends that have them: ``{"noise": 0.1}``.
    count, seed : int, optional
        Boards of each size that is named, from that seed on.
    threads : int or list of int, optional
        Threads per solver.
    seeds : int or list of int, optional
        Seeds of the solvers: how many, or which.
    shuffle : bool, optional
        The seed also shuffles variables and constraints.
    symmetries : bool or list of int, optional
        Also run the boards rotated and mirrored: in all eight ways, or in those, 0 for the board as it is.
    repeat : int, optional
        How often to run each cell.
    unique, prove : bool, optional
        Also ask each solver whether its answer is the only one; prove what cells claim, once for each board.
    limits : float or mapping, optional
        Seconds of each cell, or ``{"time_limit": 5, "memory": 4000}``.
    time_limit, memory : optional
        The same by themselves: seconds, 10 by default, and megabytes, 8000.
    jobs : int, optional
        Cells to run at once, each on cores of its own.
    on : str, optional
        A Dask cluster: ``"dask:tcp://HOST:PORT"``, ``"dask:FILE.json"`` or ``"dask:local"``.
    budget : float, optional
        Start no more cells after so many seconds.
    reruns : float, optional
        Of contended cells, from which other processes took processor time: how many may run again at the end, in per
        cent of all cells; 25 by default.
    keep_contended : bool, optional
        The same as ``reruns=0``.
    shard : str, optional
        Run only a part of the campaign, ``"2/3"``; into a store of its own.
    store : path, optional
        The file that keeps the results. One that is there is gone on with. By default a temporary file, which is
        deleted with the last report that uses it.
    progress : callable, optional
        Called several times a second as ``progress(what, done, of, note)``: ``"cells"`` or ``"proofs"``, how many are
        done, of how many, more words. What it raises ends the work; cells that were running will run again.
    **options
        Parameters of the puzzles (``bare=20``) and readings of their rules, for boards that words name.

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
    with clear_errors():
        named = read_boards(boards, options)
        seconds, megabytes = read.read_limits(limits, time_limit, memory)
        request = CampaignRequest(
            instances=named.instances,
            boards=named.boards,
            file=named.file,
            options=named.options,
            count=whole_number(count, "count", 1),
            seed=whole_number(seed, "seed", 0),
            backends=read.read_names(backends, "backends"),
            formulations=read.read_names(formulations, "formulations"),
            encodings=read.read_encodings(encodings),
            profile=read.read_profile(profile),
            settings=read.read_settings(settings),
            threads=read.read_threads(threads),
            seeds=read.read_seeds(seeds),
            shuffle=bool(shuffle),
            symmetries=read.read_symmetries(symmetries),
            repeat=whole_number(repeat, "repeat", 1),
            unique=bool(unique),
            prove=bool(prove),
            time_limit=seconds,
            memory=megabytes,
            jobs=whole_number(jobs, "jobs", 1),
            on=on,
            budget=None if budget is None else positive_seconds(budget, "budget"),
            reruns=read.read_reruns(reruns),
            keep_contended=bool(keep_contended),
            store=read_store(store),
            shard=read.read_shard(shard),
        )
        try:
            return _run_campaign(request, progress)
        except RequestRefused as refusal:
            raise InputError(refusal.message("boards" if refusal.field == "instances" else refusal.field)) from None


def _run_campaign(request: CampaignRequest, progress: Callable[..., None] | None) -> CampaignReport:
    asked = requested_campaign(request)
    run = run_request(request, asked)
    check_request(run)  # planning may take minutes
    kept = ResultStore(request.store)
    check_writable(kept.path)
    notes: list[str] = []
    plan = make_plan(asked, progress_from(progress), notes.append, CALL, request.shard)
    for note in notes:
        _LOG.info("%s", note)
    threads = plan.threads
    with open_store(kept.path) as store:
        keep_plan(store, plan, run, provenance_from(asked.limits.by_name), CALL)
        del plan  # the store has it, and it may be large
        ended = run_store(store, run, threads, ToldProgress(progress))
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
