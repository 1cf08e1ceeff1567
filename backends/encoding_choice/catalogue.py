"""The catalogue of encodings: every module of `backends.encodings` with an `ENCODING`. To add one, add its file."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType

import backends.encodings
from backends.encoding_templates.template import Encoding
from models.neutral import Form
from rosetta.foundation.errors import Refusal
from rosetta.foundation.spelling import did_you_mean, unknown_name


class UnknownEncoding(Refusal):
    """No encoding of that name, with that parameter, serves the form; the message lists those that do."""


@cache
def encodings() -> Mapping[str, Encoding]:
    """Every encoding by name, in alphabetical order."""
    collected: list[Encoding] = []
    for module in pkgutil.iter_modules(backends.encodings.__path__):
        encoding = getattr(importlib.import_module(f"backends.encodings.{module.name}"), "ENCODING", None)
        if isinstance(encoding, Encoding):
            collected.append(encoding)
    return MappingProxyType({encoding.name: encoding for encoding in sorted(collected, key=lambda e: e.name)})


def encoding_names(form: Form) -> list[str]:
    """The names of the encodings that serve a form of rows."""
    return [name for name, encoding in encodings().items() if form in encoding.forms]


def encoding_by_name(name: str, form: Form) -> Encoding:
    """The encoding of that name, if it serves the form; with a parameter, where it has one: `parity-chain:5`."""
    own, colon, parameter = name.replace("_", "-").partition(":")
    encoding = encodings().get(own)
    if encoding is None or form not in encoding.forms:
        known = ["auto", *encoding_names(form)]
        if encoding is None:
            raise UnknownEncoding(f"{form.value}={name}: {unknown_name('encoding', own, known)}")
        raise UnknownEncoding(f"{form.value}={name}: this encoding does not serve the form; known: {', '.join(known)}")
    return _with_parameter(encoding, parameter, f"{form.value}={name}") if colon else encoding


def encodings_by_form(choices: Iterable[str], label: str = "--encoding") -> dict[Form, str]:
    """The names of encodings by form, from texts `FORM=NAME`. label: for messages. Raises UnknownEncoding."""
    chosen: dict[Form, str] = {}
    for choice in choices:
        form, _, name = choice.partition("=")
        form_names = [f.value for f in Form if encoding_names(f)]
        if form not in form_names or not name:
            raise UnknownEncoding(
                f"{label}: expected FORM=NAME with FORM one of {', '.join(form_names)}; found '{choice}'"
                f"{did_you_mean(form, form_names) if name and form not in form_names else ''}"
            )
        chosen[Form(form)] = "auto" if name == "auto" else encoding_by_name(name, Form(form)).name
    return chosen


def _with_parameter(encoding: Encoding, parameter: str, choice: str) -> Encoding:
    """The encoding with its parameter. Raises UnknownEncoding if it has none, or not this one."""
    if encoding.cut is None:
        parametrised = ", ".join(name for name, other in encodings().items() if other.cut is not None)
        raise UnknownEncoding(f"{choice}: {encoding.name} takes no parameter; these do: {parametrised}")
    if not (parameter.isascii() and parameter.isdigit() and len(parameter) < 5):
        raise UnknownEncoding(f"{choice}: expected {encoding.name}:NUMBER")
    try:
        return encoding.cut(int(parameter))
    except ValueError as error:
        raise UnknownEncoding(f"{choice}: {error}") from None
