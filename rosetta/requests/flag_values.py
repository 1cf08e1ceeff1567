"""The request that the flags of a command line make, from their values by key (`Flag.key`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from rosetta.requests.kinds import Switch
from rosetta.requests.options import Flag, Request, RequestOption, options_of

R = TypeVar("R", bound=Request)


def request_from(request_type: type[R], values: Mapping[str, Any], **more: Any) -> R:
    """The request of a command line. values: of the flags, by key; more: of options without a flag, by name. Raises
    InputError."""
    options = [each for each in options_of(request_type) if each.flags]
    return request_type.of_flags({each.name: _value_from(each, values) for each in options} | more)


def default_values(request_type: type[Request]) -> dict[str, Any]:
    """The values of the flags, by key, where none is given."""
    return {flag.key: default_value(flag) for each in options_of(request_type) for flag in each.flags}


def default_value(flag: Flag) -> Any:
    """Its value where it is not given."""
    return [] if flag.repeated and not isinstance(flag.kind, Switch) else flag.default


def _value_from(described: RequestOption, values: Mapping[str, Any]) -> Any:
    """The value of an option; a list of words as a tuple, and None where there is none."""
    value = described.value_from(values)
    return (tuple(value) or None) if isinstance(value, list) else value
