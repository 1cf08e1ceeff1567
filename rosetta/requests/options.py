"""Options: the fields of requests, each with its kind of values, its default and its help.

    @request
    class CountRequest(SolverRequest):
        distinct: bool = option(SWITCH, "also count up to the symmetries of the board", default=False)

Type checkers take `option` for `dataclasses.field` (PEP 681), so they know the keyword arguments that a record takes.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, TypeVar, dataclass_transform

from rosetta.foundation.errors import InputError
from rosetta.requests.kinds import OptionKind, Switch

T = TypeVar("T")
_KEY = "option"  # in the metadata of a field


class OptionGroup(Enum):
    """Where an option stands in a help text; the usual ones come first."""

    USUAL = "usual options"
    MODEL = "models and encodings"
    LIMITS = "limits"
    EVIDENCE = "proofs and evidence"
    OUTPUT = "output"
    MORE = "more options"
    PROGRAM = "of a program alone"


@dataclass(frozen=True, kw_only=True)
class Flag:
    """A flag of the command line.

    name: with its dashes
    kind: of the value after it; a switch has none
    help: a line
    value: what a switch stands for
    default: where the flag is not given
    letter: what stands for the value in the help, if not what the kind says
    short: another name of it, as `-o`
    usual: does it stand among the usual options in a help text, whatever its group is?
    repeated: may it be given several times, each adding a value?
    dest: the name under which a command line that repeats the request, and its documents, know it
    """

    name: str
    kind: OptionKind
    help: str
    value: Any = True
    default: Any = None
    letter: str = ""
    short: str = ""
    usual: bool = False
    repeated: bool = False
    dest: str = ""

    @property
    def key(self) -> str:
        """The name by which its value is found among those of a command line."""
        return self.dest or self.name.lstrip("-").replace("-", "_")


@dataclass(frozen=True, kw_only=True)
class RequestOption:
    """A field of a request, as it is described to people.

    name: of the field, which is that of the keyword argument
    kind: of its values
    default: where nothing is said; None: see the help
    help: a line, for both
    keyword_help: what a program is told in place of `help`, "" for the same
    group: where it stands in a help text
    flags: which set it on a command line; none where a program alone can
    combine: from the values of the flags, by key, to that of the field, where it is not that of its only flag
    is_keyword: may a program pass it?
    go_together: may several of its flags be given?
    """

    name: str
    kind: OptionKind
    default: Any
    help: str
    keyword_help: str
    group: OptionGroup
    flags: tuple[Flag, ...]
    combine: Callable[[Mapping[str, Any]], Any] | None
    is_keyword: bool
    go_together: bool

    def value_from(self, values: Mapping[str, Any]) -> Any:
        """The value that the flags of a command line give, by key."""
        if self.combine is not None:
            return self.combine(values)
        return values[self.flags[0].key] if self.flags else self.default


def option(
    kind: OptionKind,
    help: str,
    *,
    default: Any,
    group: OptionGroup = OptionGroup.USUAL,
    keyword_help: str = "",
    flag: str | None = None,
    flags: tuple[Flag, ...] | None = None,
    combine: Callable[[Mapping[str, Any]], Any] | None = None,
    letter: str = "",
    short: str = "",
    dest: str = "",
    usual: bool = False,
    repeated: bool = False,
    is_keyword: bool = True,
    go_together: bool = False,
    kw_only: bool = True,
) -> Any:
    """A field of a request. flag: the name of its flag, by default that of the field, "" for none; flags: where it has
    several; the others: see `RequestOption` and `Flag`; kw_only: must a program name it?"""
    settled = {"letter": letter, "short": short, "repeated": repeated, "dest": dest, "usual": usual}
    described = {"kind": kind, "default": default, "help": help, "keyword_help": keyword_help, "group": group}
    described |= {"combine": combine, "is_keyword": is_keyword, "go_together": go_together}
    described |= {"flag": flag, "flags": flags, "settled": settled}
    return dataclasses.field(default=default, kw_only=kw_only, metadata={_KEY: described})


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(option,))
def request(cls: type[T]) -> type[T]:
    """Makes a class a request: a frozen record whose fields are options."""
    return dataclass(frozen=True, kw_only=True, eq=False, repr=False)(cls)


def keywords_of(request_type: type[Any]) -> list[RequestOption]:
    """The options that a program may pass, in the order in which it reads of them: those that need no name, then the
    usual ones, then group by group."""
    named = {field.name for field in dataclasses.fields(request_type) if field.kw_only}
    order = list(OptionGroup)
    options = [each for each in options_of(request_type) if each.is_keyword]
    return sorted(options, key=lambda each: (each.name in named, order.index(each.group)))


def options_of(request_type: type[Any]) -> Iterator[RequestOption]:
    """The options of a request, those of its base first."""
    for field in dataclasses.fields(request_type):
        described = dict(field.metadata[_KEY])
        flag, flags, settled = (described.pop(key) for key in ("flag", "flags", "settled"))
        if flags is None and flag == "":
            flags = ()
        elif flags is None:
            name = flag or f"--{field.name.replace('_', '-')}"
            is_switch = isinstance(described["kind"], Switch)
            default = described["default"] if not is_switch else False
            flags = (Flag(name=name, kind=described["kind"], help=described["help"], default=default, **settled),)
        yield RequestOption(name=field.name, flags=flags, **described)


@request
class Request:
    """What a verb is asked for: the base of all requests. Raises InputError, when it is made, for a value that is none
    of its kind, and for options that do not go together."""

    _flags: ClassVar[Mapping[str, str] | None] = None  # by field, where the request is of a command line

    def __post_init__(self) -> None:
        for each in options_of(type(self)):
            value = getattr(self, each.name)
            if value is None and each.default is None:
                continue
            try:
                object.__setattr__(self, each.name, each.kind.check(value))
            except InputError as refusal:
                raise InputError(f"{self.word(each.name)}: {refusal}") from None
        self.check_options()

    @classmethod
    def of_flags(cls: type[T], values: Mapping[str, Any]) -> T:
        """The request of a command line: its messages name flags. values: by field."""
        made = cls.__new__(cls)
        flags = {each.name: each.flags[0].name for each in options_of(cls) if each.flags}
        object.__setattr__(made, "_flags", flags)
        made.__init__(**values)  # type: ignore[misc]
        return made

    def with_values(self: T, **changed: Any) -> T:
        """The same with other values of some fields; its messages name options as before."""
        values = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}  # type: ignore[arg-type]
        made = type(self).__new__(type(self))
        object.__setattr__(made, "_flags", self._flags)  # type: ignore[attr-defined]
        made.__init__(**{**values, **changed})  # type: ignore[misc]
        return made

    def word(self, name: str) -> str:
        """What people know a field by, for messages: the flag on a command line, the keyword argument in a program."""
        return name if self._flags is None else self._flags.get(name, name)

    def check_options(self) -> None:
        """Raises InputError for options that do not go together."""

    def check_files(self) -> None:
        """Raises NotWritable or InputError where a file that is asked for could not be written: before any work."""
