"""Texts that are no edge list are refused by their names, or read as the graph that they mean; never as another one.

networkx writes them, and reads the edge lists, too.
"""

from __future__ import annotations

import io

import networkx
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from instances.formats.contract import format_named
from instances.recognition import puzzles_of_text
from instances.resolve import resolve
from rosetta.foundation.errors import InputError

NAMES = {"numbers from 0": range, "numbers from 1": lambda n: range(1, n + 1), "letters": lambda n: "abcdefgh"[:n]}


@st.composite
def networks(draw):
    """A graph of up to eight vertices and at least an edge, with numbers or letters as names."""
    names = list(NAMES[draw(st.sampled_from([*NAMES]))](draw(st.integers(2, 8))))
    network = networkx.Graph()
    network.add_nodes_from(names)
    ends = st.sampled_from(names)
    pairs = st.tuples(ends, ends).filter(lambda pair: pair[0] != pair[1])
    network.add_edges_from(draw(st.lists(pairs, min_size=1, max_size=12)))
    return network


def pajek(network):
    buffer = io.BytesIO()
    networkx.write_pajek(network, buffer)
    return buffer.getvalue().decode()


def dimacs(network, header=True):
    number = {v: i for i, v in enumerate(network, 1)}
    head = f"c a comment\np edge {len(network)} {network.size()}\n" if header else ""
    return head + "".join(f"e {number[v]} {number[w]}\n" for v, w in network.edges)


def metis(network):
    number = {v: i for i, v in enumerate(network, 1)}
    rows = (" ".join(str(number[w]) for w in network[v]) for v in network)
    return "\n".join([f"{len(network)} {network.size()}", *rows]) + "\n"


def matrix(network):
    return "".join(" ".join(str(int(network.has_edge(v, w))) for w in network) + "\n" for v in network)


def tgf(network):
    labels = "".join(f"{v} label of {v}\n" for v in network)
    return labels + "#\n" + "".join(f"{v} {w}\n" for v, w in network.edges)


def gephi(network, sign=","):
    rows = [["Source", "Target", "Type", "Weight"], *([v, w, "Undirected", 1.0] for v, w in network.edges)]
    return "".join(sign.join(map(str, row)) + "\n" for row in rows)


WRITERS = {
    "edges": lambda g: "".join(f"{line}\n" for line in networkx.generate_edgelist(g, data=False)),
    "edges with {}": lambda g: "".join(f"{line}\n" for line in networkx.generate_edgelist(g)),
    "edges with weights": lambda g: "".join(f"{v} {w} {i}.5\n" for i, (v, w) in enumerate(g.edges)),
    "edges with whole weights": lambda g: "".join(f"{v} {w} 1\n" for v, w in g.edges),
    "edges with commas": lambda g: "".join(f"{v}, {w}\n" for v, w in g.edges),
    "numbers above the edges": lambda g: f"{len(g)} {g.size()}\n" + "".join(f"{v} {w}\n" for v, w in g.edges),
    "adjacency list": lambda g: "".join(f"{line}\n" for line in networkx.generate_adjlist(g)),
    "multiline adjacency list": lambda g: "".join(f"{line}\n" for line in networkx.generate_multiline_adjlist(g)),
    "pajek": pajek,
    "dimacs": dimacs,
    "dimacs without a head": lambda g: dimacs(g, header=False),
    "metis": metis,
    "matrix": matrix,
    "trivial graph format": tgf,
    "gephi": gephi,
    "gephi with semicolons": lambda g: gephi(g, ";"),
    "arrows": lambda g: "".join(f"{v} -- {w}\n" for v, w in g.edges),
    "python": lambda g: f"{list(g.edges)}\n",
    "python dictionary": lambda g: f"{networkx.to_dict_of_lists(g)}\n",
    "colons": lambda g: "".join(f"{v}: {' '.join(map(str, g[v]))}\n" for v in g),
}
READ = [name for name in WRITERS if name.startswith("edges")]
LISTS = ("multiline adjacency list", "pajek")  # and adjacency lists, if some line has other than three names


def edges_read(text):
    """The edges of the graph that the text is read as, by the names of their ends; None if it is refused."""
    try:
        g = resolve("lightsout", "-", stdin=text.encode).instance.graph
    except InputError:
        return None
    name = [str(g.names[v] if g.names is not None else v) for v in range(len(g))]
    ends = zip(g.tails.tolist(), g.heads.tolist(), strict=True)
    return sorted(tuple(sorted((name[v], name[w]))) for v, w in ends if v <= w)


@example(network=networkx.complete_graph(3), writer="adjacency list")  # its lines could be edges with weights
@example(network=networkx.cycle_graph(4), writer="metis")
@example(network=networkx.complete_graph(2), writer="matrix")
@given(network=networks(), writer=st.sampled_from([*WRITERS]))
@settings(max_examples=150, deadline=None)
def test_a_graph_is_read_as_it_is_or_refused(network, writer):
    """Whoever wrote it: no other graph; and edges are always read."""
    text = WRITERS[writer](network)
    found = edges_read(text)
    true = sorted(tuple(sorted((str(v), str(w)))) for v, w in network.edges)
    if writer in READ:
        again = networkx.parse_edgelist(text.replace(",", " ").splitlines(), data=False)
        assert found == true == sorted(tuple(sorted(pair)) for pair in again.edges)
    elif writer == "numbers above the edges":
        assert found is None or found in (
            true,
            sorted([*true, tuple(sorted((str(len(network)), str(network.size()))))]),
        )
    elif writer in LISTS:
        assert found == true
    else:
        assert found in (None, true)


TOLD = [
    ("1 2\n*Edges\n1 2 1\n", "line 2: .*'.Edges'.* a Pajek file"),
    ("c x\np col 3 2\ne 1 2\ne 2 3\n", "line 2: .*'p col 3 2'.* a DIMACS file"),
    ("e 1 2\ne 2 3\n", "line 1: .* a part of a DIMACS file"),
    ("p tw 3 2\n1 2\n2 3\n", "line 1: .* a DIMACS file"),
    ("1 January\n2 March\n#\n1 2\n", "line 3: .* a file in Trivial Graph Format"),
    ("1 2 4\n2 3 1\n3 1 2\n4 3 1\n", "line 1: .*'1 2 4'.* an adjacency list"),
    ("# made by hand\na b\nb {}\n", "line 3: .* a multiline adjacency list"),
    ("a: b\nb: a\n", "line 1: .* an adjacency list with colons"),
    ("Source,Target,Type,Id,Label,Weight\n0,1,Undirected,0,,1.0\n", "line 1: .* a table with a line of headings"),
    ("source;target\n0;1\n", "line 1: .* a table with a line of headings"),
    ("from\tto\n0\t1\n", "line 1: .* a table with a line of headings"),
    ("0 1 0\n1 1 1\n0 1 0\n", "a board .* put its size in a line above it: `3 3`; for a matrix"),
    ("0 1\n1 1\n1 0\n", "a board .* put its size in a line above it: `3 2`$"),
    ("010\n111\n", "a board .* put its size in a line above it: `2 3`$"),
    ("0,1,0\n1,1,1\n", "`2 3` .and blanks for the signs"),
    ("0 3 0\n3 0 1\n0 1 0\n", "line 1: .* a matrix"),
    ("a -- b\nb -- c\n", "line 1: .* a line with an arrow.*graph { a -- b }"),
    ("1 -> 2\n", "line 1: .* a line with an arrow"),
    ("a-b\nb-c\n", "line 1: .* a list of pairs that a sign joins.* put a blank between"),
    ("3 2\n2\n1 3\n2\n", "line 1: .* a METIS file"),
    ("4 4\n2 4\n1 3\n2 4\n1 3\n", "line 1: .* a METIS file"),
    ("%%MatrixMarket matrix coordinate\n3 3 1\n2 1\n", "line 1: .* a Matrix Market file"),
    ("% sym\n1 2\n", "line 1: .* comments that begin with %"),
    ('<node id="a"/>\n<edge source="a" target="b"/>\n', "line 1: .* a part of an XML text"),
    ("[(0, 1), (1, 2)]\n", "line 1: .* a list of a program"),
    ("edges = [(0, 1)]\n", "line 1: .* a list of a program"),
    ("[[0 1 0]\n [1 1 1]]\n", "line 1: .* a list of a program"),
    ("nodedef>name VARCHAR\na\n", "line 1: .* a GDF file"),
    ("dl n=3 format=edgelist1\ndata:\n1 2\n", "line 1: .* a file of UCINET"),
    ("4 3\n0 1\n1 2\n2 3\n", "line 1: .* below the numbers of its vertices and edges"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "tells"), TOLD, ids=[text[:12] for text, _ in TOLD])
def test_a_refusal_says_what_the_text_is_whether_or_not_a_puzzle_is_named(text, tells):
    """With the line, what was expected there, what was found, and what to do."""
    for refused in (
        lambda: resolve("lightsout", "-", stdin=text.encode),
        lambda: puzzles_of_text(text, "standard input"),
    ):
        with pytest.raises(InputError, match=tells) as refusal:
            refused()
        message = str(refusal.value)
        assert message.startswith("standard input: ")
        assert "expected the names of two vertices, found" in message
        assert len(message) < 350
        assert "\n" not in message


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Dear Sir, I enclose\nseveral puzzles\n", 1),
        ("The quick brown fox\njumps\n", 1),
        ("a b\nb c red\n", 2),
        ('"New York" "Los Angeles"\n', 1),
        ("a,b\nc d,e\n", 2),
    ],
)
def test_a_line_that_is_no_edge_is_refused_in_its_place(text, line):
    """A third word may be a number or data in braces, and nothing else; names have no blanks."""
    with pytest.raises(InputError, match=rf"edge list, line {line}: expected .* found"):
        resolve("lightsout", "-", stdin=text.encode)
    with pytest.raises(InputError, match="expected a board in a known format, found"):
        puzzles_of_text(text, "a text")


@pytest.mark.parametrize(
    ("text", "edges", "note"),
    [
        ("a b {'colour': '#ff0000'} # red\nb c\n", ["ab", "bc"], "plays no part: data of edges"),
        ("a b 1\nb c -2.5e3\n", ["ab", "bc"], "plays no part: data of edges"),
        ("1 2 1\n2 3 1\n3 1 1\n", ["12", "13", "23"], "plays no part: data of edges"),
        ("a,b,{'x': 1, 'y': 2}\nb,c,{}\n", ["ab", "bc"], "plays no part: data of edges"),
        ("a b\n#\nb c\n", ["ab", "bc"], None),
        ("source a\nsource target\n", ["asource", "sourcetarget"], None),
        ("3 2\n2 1\n1 3\n", ["12", "13", "23"], "the first line, `3 2`, was taken for an edge"),
    ],
)
def test_ordinary_edge_lists_are_read(text, edges, note):
    """Data of edges are told of; a line of # alone is a comment, where it parts no labels from edges."""
    assert ["".join(pair) for pair in edges_read(text)] == edges
    notes = " | ".join(resolve("lightsout", "-", stdin=text.encode).instance.notes)
    assert notes.startswith(note) if note else not notes
    assert puzzles_of_text(text, "a text") == ("lightsout",)


def test_a_graph_whose_edges_would_be_taken_for_something_else_is_not_written():
    """Two vertices called 0 and 1 with two edges: its lines are also a board or a matrix."""
    double = resolve("lightsout", "-", stdin=lambda: b"graph { 0 -- 1; 1 -- 0 }").instance
    with pytest.raises(InputError, match="its edges would be taken for a board or matrix of 0 and 1"):
        format_named("edgelist").write("lightsout", double)


@pytest.mark.parametrize("text", ["#\n# nothing else\n", "# a b\n"])
def test_comments_alone_are_no_graph(text):
    for name in ("edgelist", "dot", "gml"):
        with pytest.raises(InputError):
            format_named(name).read(text, "lightsout")
    with pytest.raises(InputError, match="expected a board of lightsout in a known format, found '#"):
        resolve("lightsout", "-", stdin=text.encode)
