"""The kinds of global rules, and their formulations: the folders of this room, and the files in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from models.neutral.errors import ModelError
from models.neutral.global_rules.contract import NATIVE, Formulation

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True, eq=False)
class GlobalKind:
    """A kind of rules.

    name: the folder, and the verb of `Model`
    rule: the class of its records
    formulations: by name, the default first
    open_names: of `by`, where no rows state it
    """

    name: str
    rule: Any
    formulations: Mapping[str, Formulation]
    open_names: tuple[str, ...] = (NATIVE,)

    @property
    def default(self) -> str:
        """The formulation that is used where none is named."""
        return next(iter(self.formulations))

    def check_name(self, by: str | None) -> str:
        """The name of a formulation, the default for None. Raises ModelError."""
        if by is None:
            return self.default
        if by not in (known := formulation_names(self.name)):
            raise ModelError(f"by: expected one of {', '.join(known)}, found {by!r}")
        return by


@cache
def kind_of(name: str) -> GlobalKind:
    """A kind by its name."""
    folder = f"{__package__}.{name}"
    modules = sorted(path.stem for path in (HERE / name).glob("*.py") if path.stem not in ("__init__", "rule"))
    found = [getattr(import_module(f"{folder}.{module}"), "FORMULATION", None) for module in modules]
    named = sorted((each for each in found if each is not None), key=lambda each: (not each.default, each.name))
    rule = import_module(f"{folder}.rule")
    names = getattr(rule, "OPEN", (NATIVE,))
    return GlobalKind(name, rule.RULE, {formulation.name: formulation for formulation in named}, names)


@cache
def kind_names() -> tuple[str, ...]:
    """The names of all kinds."""
    return tuple(sorted(path.parent.name for path in HERE.glob("*/rule.py")))


def formulation_names(kind: str) -> tuple[str, ...]:
    """The names that `by=` may have, the default first."""
    return (*kind_of(kind).formulations, *kind_of(kind).open_names)
