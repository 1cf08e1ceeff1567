"""XML read as a stream, without a tree in memory. Refused are a text's own entities, which can grow without bound, and
elements deeper than any format here needs. Tags have no prefix: `graphml:node` is `node`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias
from xml.parsers import expat

from rosetta.foundation.errors import InputError

Attributes: TypeAlias = dict[str, str]
DEEPEST = 100  # elements within elements


@dataclass(slots=True)
class XmlStream:
    """A text while it is read. format_name: for messages; path: the tags of the elements that are open."""

    format_name: str
    parser: expat.XMLParserType = field(default_factory=lambda: expat.ParserCreate("utf-8"))  # whatever the text says
    path: list[str] = field(default_factory=list)

    @property
    def line(self) -> int:
        """The number of the line, from 1."""
        return self.parser.CurrentLineNumber

    @property
    def location(self) -> str:
        """Format and line, for messages."""
        return f"{self.format_name}, line {self.line}"

    def attribute(self, attributes: Attributes, name: str) -> str:
        """An attribute that the open element must have. Raises InputError."""
        if name not in attributes:
            raise InputError(f"{self.location}: <{self.path[-1][:40]}>: expected the attribute {name}")
        return attributes[name]

    def read(
        self,
        text: str,
        begin: Callable[[str, str, Attributes], None],
        end: Callable[[str, str], None] = lambda tag, above: None,
        characters: Callable[[str], None] | None = None,
    ) -> None:
        """Call begin(tag, tag above it or "", attributes) when an element begins, end(tag, tag above it) when it ends,
        and characters(text) for what stands in it. Raises InputError."""

        def begin_element(tag: str, attributes: Attributes) -> None:
            above = self.path[-1] if self.path else ""
            self.path.append(tag.rpartition(":")[2])
            if len(self.path) > DEEPEST:
                raise InputError(f"{self.location}: expected elements at most {DEEPEST} deep, found more")
            begin(self.path[-1], above, attributes)

        def end_element(tag: str) -> None:
            name = self.path.pop()
            end(name, self.path[-1] if self.path else "")

        def refuse_entity(*declaration: object) -> None:
            raise InputError(f"{self.location}: entities of the file's own are not read")

        self.parser.buffer_text = True
        self.parser.StartElementHandler, self.parser.EndElementHandler = begin_element, end_element
        self.parser.CharacterDataHandler, self.parser.EntityDeclHandler = characters, refuse_entity
        try:
            self.parser.Parse(text.encode(errors="replace"), True)
        except expat.ExpatError as error:
            raise InputError(f"{self.format_name}, line {error.lineno}: {expat.ErrorString(error.code)}") from None
