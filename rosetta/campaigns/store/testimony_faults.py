"""What is wrong with a testimony in a store: it cannot be read, or contradicts the columns beside it.

Whoever judges a row reads its testimony; so a store is opened only if all of them can be read.
"""

from __future__ import annotations

import json

from rosetta.campaigns.rows.judging import READING_ERRORS, statistics_in, testimony_in
from rosetta.campaigns.store.errors import describe_error
from rosetta.foundation.vocabulary import DEFINITE
from rosetta.studies.judging.testimony import Testimony, testimony_from_json


def details_fault(details: bytes | None, status: str, has_answer: int) -> str | None:
    """What is wrong with the column `details` of a result, in words; None for nothing. details: JSON, as bytes, since
    it may be no text; status: the column; has_answer: is there a value in the column `answer`?"""
    if details is None:
        return f"nothing, where the status is {status!r}" if status in DEFINITE else None
    try:
        document = json.loads(details.decode())
        testimony = testimony_in(document, "" if has_answer else None)
        statistics_in(document)
    except READING_ERRORS as error:
        return _describe_reading(error)
    return None if testimony is None else _contradiction(testimony, status, bool(has_answer))


def testimony_fault(text: bytes | None) -> str | None:
    """What is wrong with the testimony of a proof, in words; None for nothing. text: JSON, as bytes."""
    try:
        if text is not None:
            testimony_from_json(json.loads(text.decode()), None)
    except READING_ERRORS as error:
        return _describe_reading(error)
    return None


def _contradiction(testimony: Testimony, status: str, has_answer: bool) -> str | None:
    said = testimony.status
    if said != status:
        return f"a testimony that says {said!r}, where the column status says {status!r}"
    if has_answer and not testimony.answers:
        return "a testimony without an answer, where the column answer has one"
    return None


def _describe_reading(error: Exception) -> str:
    return f"what cannot be read ({describe_error(error)})"
