"""`preload`: solvers imported once, for a program that solves many small boards."""

from __future__ import annotations

from backends.contract import Options
from backends.registry import backend_named, modules, split_name
from rosetta.api.calling.arguments import clear_errors


def preload(*backends: str) -> tuple[str, ...]:
    """Import solvers into this process, once, so that no solve has to do it again.

    Every solve runs in a child process, which can be killed, and imports its solver there. That takes up to a second,
    counts against no limit, and does not matter for one board. A notebook that solves a hundred small ones waits for
    nothing else: it calls this first. The children still run one by one and are killed as before.

    Parameters
    ----------
    *backends : str
        Which backends: ``"cpsat"``, ``"gf2"``, ...; by default all.

    Returns
    -------
    tuple of str
        Those whose solvers are loaded now; one that is not installed is left out.

    Raises
    ------
    ValueError
        If there is no such backend.

    Examples
    --------
    >>> import rosetta as rs
    >>> rs.preload("cpsat", "cnf:glucose42")
    ('cpsat', 'cnf:glucose42')
    """
    with clear_errors():
        records = {name: backend_named(split_name(name, Options())[0]) for name in backends or modules()}
        return tuple(name for name, backend in records.items() if backend.probe() is None)
