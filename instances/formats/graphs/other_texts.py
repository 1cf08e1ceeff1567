"""Texts of names and numbers that are no edge list: other formats of graphs, and boards and matrices without a size.

    *Vertices 3     p edge 3 2     1 January     a b c     0 1 0     3 2      Pajek, DIMACS, TGF, an adjacency list,
    1 "a"           e 1 2          2 March       b c       1 1 1     2        rows of 0 and 1, METIS
    *Edges          e 2 3          #             c         0 1 0     1 3
    1 2             ..             1 2           ..                  2

Taken for edges, each would be another graph without a word. So whoever reads edges asks here first, and what is found
is refused by its name. Nothing of it is read. Some shapes need the whole text to show, such as that every word of an
adjacency list has a line of its own.

Sources: the documents of Pajek, METIS, LEDA, Matrix Market, GDF and of networkx (its readers and writers); the format
of the DIMACS challenges; yEd's Trivial Graph Format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from models.puzzles.codecs.grids import Line

MOST_LINES = 1_000_000  # of a text that is looked at as a whole; boards, and lists with a line per vertex, are shorter
FEW_LINES = 100  # which decide of most edge lists that they are no adjacency list
EDGES = "list the edges, two names on a line (networkx: write_edgelist)"
BEGINNINGS = (  # how a line begins, whichever it is; and how the first one does
    (r"\*[a-z]+", "a Pajek file"),
    (r"p[ \t]+[a-z]+[ \t]+\d+[ \t]+\d+[ \t]*\r?$", "a DIMACS file"),
)
FIRST = (
    (r"%%MatrixMarket", "a Matrix Market file"),
    (r"%", "a text with comments that begin with % (METIS, KONECT)"),
    (r"LEDA\.GRAPH", "a LEDA file"),
    (r"(node|edge)def\s*>", "a GDF file"),
    (r"dl\s+n\s*=", "a file of UCINET"),
    (r"<\?xml|<!--|</?[a-z]", "a part of an XML text"),
    (
        r"\[\s*[\[(]|[(\[{]\s*[\w'\"(]+\s*[,:]|\w+\s*=\s*\w*[\[({]|(array|graph|matrix)\(",
        "a list of a program",
    ),
    (r"\[+\s*[01][\s,\]]", "an array of a program"),
)
WORD = r"[^\s#]+"
ARROW = rf"^[ \t]*{WORD}[ \t]+(?:<?[-=]+>?|[|:~])[ \t]+[^\s#]"
COLON = r"^[ \t]*[^\s,{#]+:(?=[ \t\r\n]|$)"
DATA_OF_VERTEX = rf"^[ \t]*{WORD}[ \t]+\{{[^\n]*\}}[ \t\r]*$"
THREE_WORDS = re.compile(rf"^[ \t]*{WORD}[ \t]+{WORD}[ \t]+[^\s#]", re.M)
BEFORE_COMMENT = re.compile(r"[^#{]*(?:\{.*\})?[^#]*")  # in data of an edge, # may be part of a colour
JOINED = re.compile(r"[^\s,]+?(<?--?>?|=>|;)[^\s,]+;?")
NUMBER = re.compile(r"-?\d+(\.\d*)?")
STATES = set("01 \t,;")
HEADINGS = {  # what the first two columns of a table of edges are called
    "source", "target", "from", "to", "src", "dst", "start", "end", "node1", "node2", "vertex1", "vertex2", "id",
    "label", "tail", "head", "node_1", "node_2", "from_node", "to_node", "fromnodeid", "tonodeid", "u", "v",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class OtherText:
    """What a text is instead, in words; line and excerpt: where that shows; advice: what to do."""

    what: str
    line: int
    excerpt: str
    advice: str = EDGES

    def __str__(self) -> str:
        found = f"line {self.line}: expected the names of two vertices, found {self.excerpt[:60]!r}"
        return f"{found}: this seems to be {self.what}, which is not read; {self.advice}"


def find_other_text(text: str) -> OtherText | None:
    """What the text is, if it is one of these; None for an edge list, and for what nobody knows."""
    content = list(islice(content_lines(text), MOST_LINES))
    if not content:
        return None
    return _find_by_beginning(text, content) or _find_rows_of_states(content) or _find_shape(text, content)


def content_lines(text: str) -> Iterator[Line]:
    """Number and text of every line that is more than a comment."""
    for number, line in enumerate(text.splitlines(), 1):
        content = line.strip()
        if "#" in content:
            content = BEFORE_COMMENT.match(content)[0].strip()  # type: ignore[index]  # it matches every line
        if content:
            yield number, content


def _line_at(text: str, position: int) -> Line:
    """Number and text of the line on which a position is."""
    begin = text.rfind("\n", 0, position) + 1
    return text.count("\n", 0, position) + 1, text[begin:].split("\n", 1)[0].strip()


def has_rows_of_states(text: str) -> bool:
    """Are these rows of 0 and 1, with blanks between them or not, and no line that says how many?"""
    return _find_rows_of_states(list(islice(content_lines(text), MOST_LINES))) is not None


def _find_by_beginning(text: str, content: Sequence[Line]) -> OtherText | None:
    """A format that is known by how a line begins."""
    number, first = content[0]
    for pattern, what in FIRST:
        if re.match(pattern, first, re.I):
            return OtherText(what, number, first)
    for pattern, what in BEGINNINGS:
        found = re.search(rf"^[ \t]*{pattern}", text, re.I | re.M)
        if found:
            return OtherText(what, *_line_at(text, found.end()))
    if first[0] not in "eac":
        return None
    marks = {line.split(None, 1)[0] for _, line in content}
    if marks & {"e", "a"} and all(re.fullmatch(r"[ea]\s+\d+\s+\d+(\s+\d+)?|c\b.*", line) for _, line in content):
        return OtherText("a part of a DIMACS file", number, first)
    return None


def _find_rows_of_states(content: Sequence[Line]) -> OtherText | None:
    """Rows of 0 and 1 of one length, two or more. A row alone, and single columns, may be anything."""
    rows = []
    for _, line in content:
        if not set(line) <= STATES:
            return None
        words = re.split(r"[\s,;]+", line.strip(",;"))
        rows.append(words if len(words) > 1 else list(line))
    if len(rows) < 2 or len(rows[0]) < 2 or any(len(row) != len(rows[0]) or max(map(len, row)) > 1 for row in rows):
        return None
    height, width = len(rows), len(rows[0])
    commas = " (and blanks for the signs between the states)" if set(content[0][1]) & set(",;") else ""
    advice = f"for a board of Lights Out, put its size in a line above it: `{height} {width}`{commas}"
    matrix = f"; for a matrix of neighbours, {EDGES}" if height == width else ""
    return OtherText("a board or matrix of 0 and 1 without its size", *content[0], advice + matrix)


def _find_shape(text: str, content: Sequence[Line]) -> OtherText | None:
    """A text that is known by what its lines have in common."""
    adjacency = _find_adjacency(content) if THREE_WORDS.search(text) else None
    return _find_other_shape(text, content) or adjacency


def _find_other_shape(text: str, content: Sequence[Line]) -> OtherText | None:
    return (
        _find_headings(content)
        or _find_signs(text, content)
        or _find_trivial_graph_format(text)
        or _find_metis(text, content[0])
        or _find_counts(content)
        or _find_matrix(content)
    )


def _find_headings(content: Sequence[Line]) -> OtherText | None:
    """A first line with names of columns, which are no vertices below."""
    first = [word.strip("\"'").lower() for word in _cells(content[0][1])]
    names = set(first[:2])
    if len(names) < 2 or not names <= HEADINGS or len(content) < 2:
        return None
    if any(word.lower() in names for _, line in content[1:] for word in _cells(line)[:2]):
        return None
    advice = f"leave out this line, and all columns but those of the ends and of a weight; or {EDGES}"
    return OtherText("a table with a line of headings", *content[0], advice)


def _cells(line: str) -> list[str]:
    return re.split(r"[\s,;]+", line)


def _find_signs(text: str, content: Sequence[Line]) -> OtherText | None:
    """An arrow or a dash as a word of its own, a colon behind the first name; or only names that a sign joins."""
    arrow, colon, data = (re.search(pattern, text, re.M) for pattern in (ARROW, COLON, DATA_OF_VERTEX))
    if arrow:
        number, line = _line_at(text, arrow.end() - 1)
        return OtherText("a line with an arrow", number, line, f"leave it out, or write DOT: graph {{ {line[:30]} }}")
    if colon:
        return OtherText("an adjacency list with colons", *_line_at(text, colon.end() - 1))
    if data:
        return OtherText("a multiline adjacency list", *_line_at(text, data.end() - 1))
    if all(not re.search(r"[\s,]", line) and JOINED.fullmatch(line) for _, line in content):
        return OtherText("a list of pairs that a sign joins", *content[0], "put a blank between the names")
    return None


def _find_trivial_graph_format(text: str) -> OtherText | None:
    """Vertices with labels, a line with # alone, and edges between these vertices."""
    if "#" not in text:
        return None
    lines = text.splitlines()
    parting = next((i for i, line in enumerate(lines) if line.strip() == "#"), None)
    if parting is None:
        return None
    above = [line.split(None, 1) for line in lines[:parting] if line.strip() and line.lstrip()[0] != "#"]
    ids = {words[0] for words in above}
    ends = {word for _, line in content_lines("\n".join(lines[parting + 1 :])) for word in line.split(None, 2)[:2]}
    if not ends or len(ids) < len(above) or not ends <= ids or all(len(words) < 2 for words in above):
        return None
    advice = "leave out this line and those above it"
    return OtherText("a file in Trivial Graph Format", parting + 1, lines[parting], advice)


def _find_metis(text: str, first: Line) -> OtherText | None:
    """Numbers of vertices and of edges, and then the neighbours of each vertex on a line, which may be blank."""
    head = re.fullmatch(r"(\d{1,7})\s+(\d{1,8})", first[1])
    if head is None:
        return None
    vertices, edges = int(head[1]), int(head[2])
    below = [line.split() for line in text.splitlines()[first[0] :]]
    while len(below) > vertices and not below[-1]:
        below.pop()
    words = [word for row in below for word in row]
    if len(below) != vertices or len(words) != 2 * edges or not edges:
        return None
    if not all(re.fullmatch(r"\d{1,7}", word) and 1 <= int(word) <= vertices for word in words):
        return None
    pairs = {(i, int(word)) for i, row in enumerate(below, 1) for word in row}
    return OtherText("a METIS file", *first) if all((b, a) in pairs for a, b in pairs) else None


def _find_counts(content: Sequence[Line]) -> OtherText | None:
    """Numbers of vertices and of edges, and then so many edges between the vertices 0, 1, .. up to that number."""
    head = re.fullmatch(r"(\d{1,7})\s+(\d{1,8})", content[0][1])
    if head is None or len(content) < 3 or len(content) - 1 != int(head[2]):
        return None
    ends = [line.split()[:2] for _, line in content[1:]]
    if not all(
        len(pair) == 2 and all(re.fullmatch(r"\d{1,7}", v) and int(v) < int(head[1]) for v in pair) for pair in ends
    ):
        return None
    what = "an edge list below the numbers of its vertices and edges"
    return OtherText(what, *content[0], "leave out this line; a vertex without edges is a line with its name")


def _find_matrix(content: Sequence[Line]) -> OtherText | None:
    """As many rows of numbers as columns, three or more, the same on both sides of the diagonal."""
    n = len(content)
    if n < 3 or len(_cells(content[0][1])) != n:
        return None
    rows = [_cells(line) for _, line in content]
    if any(len(row) != n or not all(NUMBER.fullmatch(word) for word in row) for row in rows):
        return None
    if any(rows[i][j] != rows[j][i] for i in range(n) for j in range(i)):
        return None
    return OtherText("a matrix", *content[0])


def is_adjacency_list(text: str) -> bool:
    """Has each vertex a line, with its neighbours behind it? Three names on every line may be edges with weights,
    unless each end of an edge names the other."""
    begin = [line.split(None, 1)[0] for _, line in islice(content_lines(text), FEW_LINES)]
    if not begin or len(set(begin)) < len(begin) or not THREE_WORDS.search(text):
        return False
    content = list(islice(content_lines(text), MOST_LINES))
    if _find_adjacency(content) is None or _find_by_beginning(text, content) or _find_rows_of_states(content):
        return False
    if _find_other_shape(text, content):
        return False
    rows = [line.split() for _, line in content]
    if any(len(row) != 3 for row in rows):
        return True
    pairs = {(row[0], other) for row in rows for other in row[1:]}
    return all((other, vertex) in pairs for vertex, other in pairs)


def _find_adjacency(content: Sequence[Line]) -> OtherText | None:
    """Each vertex has a line, with all of its neighbours behind it, none of them twice."""
    names: set[str] = set()
    longest: tuple[int, Line] = (0, content[0])
    for number, line in content:
        words = line.split()
        if words[0] in names or len(set(words)) < len(words):
            return None
        names.add(words[0])
        longest = max(longest, (len(words), (number, line)), key=lambda entry: entry[0])
    if longest[0] < 3 or not all(names.issuperset(line.split()) for _, line in content):
        return None
    advice = f"{EDGES}; a weight that is also the name of a vertex may be written with a point: 2.0"
    return OtherText("an adjacency list", *longest[1], advice)
