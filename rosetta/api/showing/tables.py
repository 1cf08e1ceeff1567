"""Tables for pandas, which is loaded where one is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from rosetta.foundation.errors import InputError

if TYPE_CHECKING:
    import pandas


def table_of(rows: Iterable[Mapping[str, Any]]) -> pandas.DataFrame:
    """Rows by column as a table of pandas. Raises InputError where that is not installed."""
    try:
        import pandas
    except ImportError as error:
        raise InputError(f"to_pandas needs pandas, which is not installed here: {error}") from None
    return pandas.DataFrame(list(rows))
