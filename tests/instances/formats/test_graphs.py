"""Graph files and Tatham's Flip: against networkx's own readers and writers, and files that are hostile or odd."""

from __future__ import annotations

import io
import json
import time

import networkx
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from instances.formats.contract import find_format, format_named, formats
from instances.resolve import resolve
from models.puzzles.graphs.boards import StatedGraph
from models.puzzles.graphs.graph import graph
from models.puzzles.lightsout.generate import maker_by_name
from models.puzzles.lightsout.graph_boards import GRAPHS
from models.puzzles.lightsout.record import PUZZLE
from models.puzzles.registry import ON_GRAPHS, names, puzzle
from rosetta.foundation.errors import InputError
from tests.support.known_boards import generated_ids
from tests.support.networks import graph_from_networkx

TATHAM = format_named("tatham")
STATED = ("graphml", "gml", "gexf", "nodelink", "cyjs", "dot")  # these say names, arrows and states
LISTS = ("edgelist", "pajek", "leda", "multiline")  # these say names and edges; so do adjacency lists of most graphs
NAMES = ["a", "b c", 'q"x', "é", "<&>", "n,1", "{", "[0]", "0"]
GRAPHML = '<graphml><graph edgedefault="undirected">{}</graph></graphml>'


def _board_on(graph):
    """The instance on a graph, all lamps on."""
    return GRAPHS.board(StatedGraph(graph))


def read(name, text):
    return format_named(name).read(text, "lightsout")[1]


def file_of(folder, name, text):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


@st.composite
def networks(draw):
    """A multigraph with arrows or without, odd names, loops, and some lamps on."""
    network = draw(st.sampled_from([networkx.MultiGraph, networkx.MultiDiGraph]))()
    names = NAMES[: draw(st.integers(1, len(NAMES)))]
    for name in names:
        network.add_node(name, lit=draw(st.integers(0, 1)))
    ends = st.sampled_from(names)
    network.add_edges_from(draw(st.lists(st.tuples(ends, ends), max_size=12)))
    return network


@given(network=networks(), key=st.sampled_from(["edges", "links"]))
@settings(max_examples=60, deadline=None)
def test_what_networkx_writes_is_read_and_what_is_written_is_read_again(network, key):
    """GraphML, GML and node-link JSON of networkx; then each of the formats that can express it, DOT too."""
    buffer = io.BytesIO()
    networkx.write_graphml_xml(network, buffer)
    texts = {
        "graphml": buffer.getvalue().decode(),
        "gml": "\n".join(networkx.generate_gml(network)),
        "nodelink": json.dumps(networkx.node_link_data(network, edges=key)),
    }
    for name, text in texts.items():
        assert find_format(text, "lightsout").name == name
        p = read(name, text)
        assert p.graph == graph_from_networkx(network)
        assert p.start.tolist() == [network.nodes[v]["lit"] for v in network]
        assert PUZZLE.parse(PUZZLE.format(p)) == p
    for name in STATED:
        text = format_named(name).write("lightsout", p)
        assert find_format(text, "lightsout").name == name
        assert read(name, text) == p


@pytest.mark.parametrize("what", ["2", "3x5", "torus:3x4", "king:4", "cylinder:2x11"])
def test_edge_lists_of_boards_are_not_taken_for_ids(what):
    """`0:0 0:1` is two cells, row:column, whatever the name of the file; as an ID it would be a board of width 0."""
    p = resolve("lightsout", what).instance
    text = format_named("edgelist").write("lightsout", p)
    reread = resolve("lightsout", "-", stdin=text.encode).instance
    assert sorted(reread.graph.names) == sorted(f"{row}:{col}" for row, col in map(p.vertex, range(len(p))))
    assert len(reread.graph.heads) == len(p.graph.heads)
    assert find_format("0:0 0:10\n", "lightsout").name == "edgelist"


@example(seed=0, n=16, p=0.0625)  # as many bits to fill as a vertex has
@given(
    seed=st.integers(0, 10**6),
    n=st.sampled_from([1, 2, 3, 4, 5, 8, 9, 15, 16, 17, 62, 63, 64, 70]),
    p=st.floats(0, 0.5),
)
@settings(max_examples=60, deadline=None)
def test_graph6_and_sparse6_are_those_of_networkx(seed, n, p):
    """Both ways; sparse6 with loops and parallel edges."""
    network = networkx.gnp_random_graph(n, p, seed=seed)
    text = networkx.to_graph6_bytes(network).decode()
    assert read("graph6", text).graph == graph_from_networkx(network)
    assert ">>graph6<<" + format_named("graph6").write("lightsout", read("graph6", text)) == text
    assert find_format(text, "lightsout").name == find_format(text[10:], "lightsout").name == "graph6"
    several = networkx.MultiGraph(network)
    several.add_edges_from([(n // 2, n // 3), (n // 2, n // 3), (n // 4, n // 4)] if n > 1 else [])
    text = networkx.to_sparse6_bytes(several).decode()
    instance = read("sparse6", text)
    assert instance.graph == graph_from_networkx(several)
    rewritten = format_named("sparse6").write("lightsout", instance)
    assert read("sparse6", rewritten) == instance
    if n > 1:
        back = networkx.MultiGraph(networkx.from_sparse6_bytes(rewritten.strip().encode()))
        assert graph_from_networkx(back).heads.tolist() == instance.graph.heads.tolist()
    arrows = networkx.gnp_random_graph(n, p, seed=seed, directed=True)
    arrows.add_edge(0, 0)
    directed = _board_on(graph_from_networkx(arrows))
    assert read("graph6", format_named("graph6").write("lightsout", directed)) == directed


def test_lines_of_nauty_are_read_as_its_documents_say():
    """The examples of formats.txt, and those of networkx's documents."""
    assert sorted(networkx_edges(read("graph6", "DQc"))) == [(0, 2), (0, 4), (1, 3), (3, 4)]
    assert sorted(networkx_edges(read("graph6", "&DI?AO?"))) == [(0, 2), (0, 4), (3, 1), (3, 4)]
    assert sorted(networkx_edges(read("sparse6", ":Fa@x^"))) == [(0, 1), (0, 2), (1, 2), (5, 6)]
    assert read("graph6", "IheA@GUAo").graph.heads.size == 30


def networkx_edges(p):
    ends = zip(p.graph.tails.tolist(), p.graph.heads.tolist(), strict=True)
    return [(a, b) for a, b in ends if p.graph.directed or a <= b]


@pytest.mark.parametrize(
    ("text", "names", "ends"),
    [
        ("a b\nb c\n", "abc", [(0, 1), (1, 2)]),
        ("# made by hand\n\na b {'weight': 3}\nc # alone\n", "abc", [(0, 1)]),
        ("0 1\n1 2 0.5\n2 0\n", "012", [(0, 1), (1, 2), (0, 2)]),
        ("b,a\na,c,3\n", "bac", [(0, 1), (1, 2)]),
        ("3 2\n2 1\n1 3\n", "321", [(0, 1), (1, 2), (0, 2)]),
        ("1 1\n1 2\n1 2\n", "12", [(0, 0), (0, 1), (0, 1)]),
    ],
)
def test_edge_lists_are_told_from_boards(text, names, ends, tmp_path):
    """By their lines; the ending of the file's name settles it."""
    for file in ("g.edgelist", "g.txt"):
        p = resolve("lightsout", file_of(tmp_path, file, text)).instance
        assert p.graph.names == tuple(names)
        assert sorted(networkx_edges(p)) == sorted(ends)
    rewritten = format_named("edgelist").write("lightsout", p)
    assert sorted(read("edgelist", rewritten).graph.names) == sorted(names)


def test_a_board_in_a_file_is_a_board(tmp_path):
    """Also one whose states are separated by blanks, so that it could be an edge list."""
    for text in ("2 2\n1 1\n. 1\n", "2 2\n11\n.1\n", "2\n11\n.1"):
        p = resolve("lightsout", file_of(tmp_path, "board.txt", text)).instance
        assert p.layout is not None
        assert p.start.tolist() == [1, 1, 0, 1]
    with pytest.raises(InputError, match="expected 3 states"):
        resolve("lightsout", file_of(tmp_path, "board.txt", "2 3\n11\n111\n"))


def test_the_states_in_a_file_are_the_start_unless_the_user_says_so(tmp_path):
    """`lit` and `target`; the ID has the file's hash and the options."""
    text = json.dumps(
        {"nodes": [{"id": "a", "lit": 1, "x": 3}, {"id": 7}, {"id": [1, "z"], "target": True}], "edges": []}
    )
    path = file_of(tmp_path, "my.json", text)
    resolved = resolve("lightsout", path)
    assert (resolved.instance.start.tolist(), resolved.instance.target.tolist()) == ([1, 0, 0], [0, 0, 1])
    assert resolved.instance.graph.names == ("a", 7, (1, "z"))
    assert "2 of 3 vertices say nothing of `lit`: taken for 0" in resolved.instance.notes
    assert "plays no part: vertex attribute 'x'" in resolved.instance.notes
    assert resolved.id.startswith("my.json sha256:")
    assert len(resolved.id) == len("my.json sha256:") + 64
    with_lit = resolve("lightsout", path, options={"lit": "7,1:z"})
    assert with_lit.instance.start.tolist() == [0, 1, 1]
    assert with_lit.id == f"{resolved.id} --lit 7,1:z"
    names_file = file_of(tmp_path, "names", "a\n7\n")
    assert resolve("lightsout", path, options={"lit": f"@{names_file}"}).instance.start.tolist() == [1, 1, 0]
    assert resolve("lightsout", path, options={"lit": "all"}).instance.start.tolist() == [1, 1, 1]
    four = resolve("lightsout", path, options={"lit": "a=3", "colours": 4}).instance
    assert (four.start.tolist(), four.colours) == ([3, 0, 0], 4)


def test_states_above_one_mean_more_colours():
    """And a note says so; fewer colours than that are refused."""
    p = read("gml", "graph [ node [ id 4 lit 2 ] node [ id 5 ] edge [ source 4 target 5 ] ]")
    assert p.colours == 3
    assert p.graph.names == (4, 5)
    assert "there is a lamp in state 2, so there are 3 colours" in p.notes
    with pytest.raises(InputError, match="--colours 2: a lamp is in state 2"):
        PUZZLE.extras.adapt(p, 0, colours=2)


def test_odd_graphs_are_told_of():
    """Loops, parallel edges, arrows and lamps that nothing toggles: nothing is dropped in silence."""
    p = read("dot", "digraph { a -> b -> c; a -> b; c -> c; d }")
    closed = " | ".join(PUZZLE.extras.notes(p))
    assert "directed" in closed
    assert "vertices with a loop: 1; it changes nothing" in closed
    assert "edges parallel to another: 1; what they toggle adds up modulo 2, so that a pair cancels" in closed
    opened = " | ".join(PUZZLE.extras.notes(PUZZLE.extras.adapt(p, 0, rule="open")[0]))
    assert "vertices with a loop: 1; there a press toggles the vertex itself" in opened
    assert "lamps that no press toggles: 3" in opened
    assert PUZZLE.extras.notes(resolve("lightsout", "5").instance) == ()
    assert "parallel" in " ".join(PUZZLE.extras.notes(resolve("lightsout", "torus:2x3").instance))


def test_gml_of_programs_is_told_from_edges(tmp_path):
    """Keys before the graph, lists within vertices, capitals, numbers with a point, comments."""
    text = 'Creator "x 1"\nVersion 2\n# c\nGraph\n[ directed 1 node [ id 3 graphics [ x 1.5 y -2E3 ] ]\n'
    text += " node [ id 4 lit 1.0 ] edge [ source 3 target 4 weight .5 ] ]"
    resolved = resolve("lightsout", file_of(tmp_path, "g.txt", text))
    assert resolved.source.endswith("(GML)")
    assert (resolved.instance.graph.directed, resolved.instance.graph.names) == (True, (3, 4))
    assert resolved.instance.start.tolist() == [0, 1]
    assert "plays no part: edge attribute 'weight'" in resolved.instance.notes
    assert "1 of 2 vertices have no place in the picture that the file describes: not used" in resolved.instance.notes


def test_a_graph_is_no_board_of_another_puzzle(tmp_path):
    """By its ending or its text, it is refused."""
    for name, text in (("g.gml", "graph [ node [ id 0 ] ]"), ("g.g6", "A_"), ("g.dot", "graph { a }"), ("g.x", "a b")):
        with pytest.raises(InputError, match="expected"):
            resolve("tents", file_of(tmp_path, name, text))
        with pytest.raises(InputError, match="expected a board of tents, found one of lightsout"):
            find_format(text, "lightsout").read(text, "tents")


def test_dot_of_people_is_read():
    """Comments, several names on a path, defaults, strict, texts over two lines, ports."""
    p = read(
        "dot",
        '# c\nstrict graph "G" { /* x */ rankdir=LR; node [lit=0, shape=box]\n a--b--c--a // d\n a--b [w=2];'
        ' b [lit=1] "x\\"y":n -- -.5 ; "a" + "b" }',
    )
    assert p.graph.names == ("a", "b", "c", 'x"y', "-.5", "ab")
    assert sorted(networkx_edges(p)) == [(0, 1), (0, 2), (1, 2), (3, 4)]
    assert p.start.tolist() == [0, 1, 0, 0, 0, 0]


DEEP = '{"nodes": ' + "[" * 100_000 + "]" * 100_000 + ', "edges": []}'
LAUGHS = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + GRAPHML.format('<node id="&b;"/>')
PATIENCE = 60  # seconds of this process; what takes time that grows with the square of a file takes longer
HOSTILE = [
    ("g.gml", "graph [ node [ id 0 ] node [ id 0 ] ]", "line 1: vertex 0 is declared twice"),
    (
        "g.gml",
        "graph [\n node [ id 0 ]\n edge [ source 0 target 5 ] ]",
        "line 3: an edge ends at 5, which is no vertex",
    ),
    ("g.gml", "graph [ node [ id [ x 1 ] ] ]", "expected id, source and target once"),
    ("g.gml", 'graph [ node [ label "a" ] ]', "expected the id of each node, found none"),
    ("g.gml", "graph [ node [ id 0 ]", "expected ']', found EOF"),
    ("g.gml", "graph [ ] graph [ ]", "more than one graph"),
    ("g.gml", "graph [ x " + "[ y " * 200_000, "some hundred deep at most"),
    ("g.gml", "graph [ node [ id 0 lit -1 ] ]", "lit: expected 0, 1"),
    ("g.gml", "graph ?", "expected graph [ ... ], found none"),
    ("g.gml", "graph [ ? ]", "line 1: expected a key, a number"),
    ("g.gml", 'graph [\n node [ id 0 label "a ] ]', "line 2: expected a quotation mark at the end"),
    ("g.gml", "graph [ node [ id 0\n id 1 ] ]", "expected id, source and target once"),
    ("g.gml", "graph [ node [ id 0 lit 0 lit 1 ] ]", "vertex 0: lit: expected 0, 1"),
    ("g.gml", "graph [ node [ id " + "1" * 10_000 + " ] ]", "Exceeds the limit"),
    ("g.graphml", "<graphml><graph>", "line 1: no element found"),
    ("g.graphml", "<svg/>", "expected <graphml>, found <svg>"),
    ("g.graphml", "<graphml/>", "expected a <graph>, found none"),
    ("g.graphml", GRAPHML.format("<node/>"), "expected the attribute id"),
    ("g.graphml", GRAPHML.format('<node id="a"/>\n<node id="a"/>'), "line 2: vertex 'a' is declared twice"),
    ("g.graphml", GRAPHML.format('<node id="a"/><edge source="a" target="b"/>'), "ends at 'b', which is no vertex"),
    ("g.graphml", GRAPHML.format('<node id="a"><data key="k">1</data></node>'), "expected the id of a <key>"),
    ("g.graphml", GRAPHML.format("<hyperedge/>"), "found <hyperedge>"),
    ("g.graphml", GRAPHML.format('<node id="a"><graph/></node>'), "expected one graph"),
    ("g.graphml", LAUGHS, "entities of the file's own are not read"),
    ("g.graphml", "<a>" * 100_000, "expected <graphml>, found <a>"),
    ("g.graphml", "<graphml>" + "<a>" * 100_000, "line 1: expected elements at most 100 deep"),
    ("g.graphml", GRAPHML.format('<node id="a">' + "<a>" * 100 + "</a>" * 100 + "</node>"), "at most 100 deep"),
    ("g.graphml", "<graphml><default>1</default></graphml>", "expected a <graph>, found none"),
    (
        "g.graphml",
        '<graphml><key id="k" attr.name="lit"/><graph><node id="a"><data key="k">0</data><data key="k">1</data></node>'
        "</graph></graphml>",
        "vertex 'a': expected one `lit`, found a second",
    ),
    ("g.json", '{"nodes": [{"id": 0}], "edges": [], "nodes": []}', "expected each key once, found twice in one object"),
    ("g.json", '{"nodes": [{"id": 0, "lit": 0, "lit": 1}], "edges": []}', "twice in one object: 'lit'"),
    ("g.json", '{"nodes": [{"id": 0}], "edges": [{"source": 0, "target": 0, "source": 0}]}', "'source'"),
    ("g.json", "[1, 2]", 'expected an object with "nodes"'),
    ("g.json", '{"nodes": [], "edges": [], "links": []}', 'either "edges" or "links"'),
    ("g.json", '{"nodes": [', "line 1: Expecting value"),
    ("g.json", DEEP, "brackets too deep"),
    ("g.json", '{"nodes": [{"id": 1.5}], "edges": []}', "nodes[0]: id: expected a vertex named by"),
    ("g.json", '{"nodes": [{"id": null}], "edges": []}', "nodes[0]: id: expected a vertex named by"),
    ("g.json", '{"nodes": [7], "edges": []}', "nodes[0]: expected an object, found 7"),
    ("g.json", '{"nodes": [{"id": 0}, {"id": 0}], "edges": []}', "nodes[1]: vertex 0 is declared twice"),
    ("g.json", '{"nodes": [{"id": 0}], "edges": [{"source": 0}]}', "edges[0]: expected target, found none"),
    ("g.json", '{"nodes": [{"id": 0, "lit": "on"}], "edges": []}', "lit: expected 0, 1"),
    ("g.json", '{"nodes": [], "edges": []}', "expected 1 or more vertices"),
    ("g.json", '{"nodes": {}, "edges": []}', "nodes: expected a list, found dict"),
    ("g.dot", "graph { a -> b }", "expected --, found ->"),
    ("g.dot", "graph {\n subgraph { a } }", "line 2: subgraphs are not read"),
    ("g.dot", "graph { a -- { b c } }", "subgraphs are not read"),
    ("g.dot", "graph { a [label=<b>] }", "cannot be read from here: '<b>"),
    ("g.dot", "graph { a", "found 'the end'"),
    ("g.dot", 'graph { "a', "cannot be read"),
    ("g.dot", "graph { } graph { }", "expected one graph and nothing behind it"),
    ("g.g6", "IheA@GUA", "expected 8 characters after N(10), found 7"),
    ("g.g6", "IheA@GUAo\nIheA@GUAo", "expected one graph on one line"),
    ("g.g6", "~~~~~~~~", "expected at most 20,000 vertices"),
    ("g.g6", "Bx ", "expected"),
    ("g.g6", "A~", "expected zeros after 1 bits"),
    ("g.g6", "é", "expected characters from `?` to `~`"),
    ("g.s6", ":~~~~~~~~", "expected a board that fits into memory"),
    ("g.s6", ":?", "expected 1 or more vertices, found 0"),
    ("g.s6", "Fa@x^", "expected `:` and a graph"),
    ("g.el", "", "expected a puzzle, found nothing"),
    ("g.el", "a,b\n,c\n", "line 2: expected NAME,NAME"),
    ("g.txt", "\0\1\2", "expected"),
    ("board.txt", "9999999 9999999\n1", "expected a board that fits into memory"),
]


@pytest.mark.parametrize(
    ("name", "text", "tells"), HOSTILE, ids=[f"{i}-{name}" for i, (name, _, _) in enumerate(HOSTILE)]
)
def test_a_bad_file_is_refused_with_one_clear_message(name, text, tells, tmp_path):
    """In little time, with the file, and the line where there is one."""
    path, began = file_of(tmp_path, name, text), time.process_time()
    with pytest.raises(InputError) as refusal:
        resolve("lightsout", path)
    assert tells in str(refusal.value)
    assert str(refusal.value).startswith(f"file {path}: ")
    assert len(str(refusal.value)) < 1500
    assert time.process_time() - began < PATIENCE


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", [*STATED, *LISTS, "graph6", "sparse6", "plain"])
def test_a_damaged_file_is_read_or_refused_and_nothing_else(name):
    """A text cut short, a character changed or lost."""
    network = networkx.Graph([("a", "b"), ("b", "c"), ("c", "d")])
    g = graph_from_networkx(network)
    p = _board_on(graph(4, [0, 1, 2], [1, 2, 3]) if name in ("graph6", "sparse6") else g)
    text = format_named(name).write("lightsout", p)
    damaged = [
        text[:i] + new + text[i + 1 :] for i in range(len(text)) for new in ("", "9", '"', "[", "<", ";", "~", "²")
    ]
    for wrong in [text[:i] for i in range(len(text))] + damaged:
        try:
            q = read(name, wrong)
        except InputError:
            continue
        assert PUZZLE.parse(PUZZLE.format(q)) == q
    assert read(name, text) == p


def test_what_a_format_cannot_say_is_refused():
    """Names, states, arrows, rules, colours: never left out in silence."""
    board = resolve("lightsout", "2x2", options={"lit": "0:0"}).instance
    arrows = _board_on(graph(2, [0], [1], directed=True))
    opened = PUZZLE.extras.adapt(arrows, 0, rule="open")[0]
    five = PUZZLE.extras.adapt(arrows, 0, colours=5)[0]
    named_ = _board_on(graph(2, [0], [1], names=["a b", "c"]))
    looped = _board_on(graph(2, [0, 1], [1, 1]))
    for p, refusing in (
        (board, ("edgelist", "graph6", "sparse6")),
        (arrows, ("edgelist", "sparse6", "tatham")),
        (opened, (*STATED, "edgelist", "graph6", "sparse6", "tatham")),
        (five, (*STATED, "edgelist", "graph6", "sparse6", "tatham")),
        (named_, ("edgelist", "graph6", "sparse6", "tatham")),
        (looped, ("graph6",)),
    ):
        for name in refusing:
            with pytest.raises(InputError, match="can"):
                format_named(name).write("lightsout", p)


@pytest.mark.sample(0.125)
def test_large_files_are_read_in_bounded_time():
    """20,000 edges in each format, in far less than a minute of this process; the graph comes back."""
    p = maker_by_name("regular:4,10000")(0)[0]
    for name in (*STATED, *LISTS, "adjlist", "sparse6"):
        text = format_named(name).write("lightsout", p)
        began = time.process_time()
        reread = read(name, text)
        assert time.process_time() - began < PATIENCE
        assert len(reread) == len(p)
        assert reread.graph.heads.size == p.graph.heads.size


def graphml_with_keys(n):
    """As many kinds of data, each with a default, as vertices."""
    keys = "".join(f'<key id="k{i}" for="node" attr.name="n{i}"><default>1</default></key>' for i in range(n))
    nodes = "".join(f'<node id="{i}"/>' for i in range(n))
    return f"<graphml>{keys}<graph>{nodes}</graph></graphml>"


def graphml_with_long_names(n):
    """A tag and a name of data of n characters, around and in n / 10 elements."""
    tag, node = "t" * n, '<node id="{0}"><data key="k">1</data></node>'
    nodes = "".join(node.format(i) for i in range(n // 10))
    more = f"<{tag}>{'<b/>' * (n // 10)}</{tag}>"
    return f'<graphml><key id="k" attr.name="{tag}"/>{more}<graph>{nodes}</graph></graphml>'


def gml_with_attributes(n):
    """Each vertex says something that no other says."""
    return f"graph [{''.join(f'node [ id {i} a{i} 1 b [ c {i} ] ]' for i in range(n))}]"


def edges_below_blank_lines(n):
    return "a b\n" + "\n" * n


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("text", "n"),
    [
        (graphml_with_keys, 200_000),
        (graphml_with_long_names, 4_000_000),
        (gml_with_attributes, 100_000),
        (edges_below_blank_lines, 4_000_000),
    ],
)
def test_the_time_to_read_is_proportional_to_the_length(text, n, tmp_path):
    """A text so long that the square of its length is more than anybody waits for, whatever there is much of."""
    path = file_of(tmp_path, "g.graphml" if "graphml" in text.__name__ else "g.txt", text(n))
    began = time.process_time()
    resolve("lightsout", path)
    assert time.process_time() - began < PATIENCE


def test_formats_of_graphs_leave_other_puzzles_alone():
    """A board of tents is not an edge list."""
    board = "3\n2 0 2\n2 .T.\n0 T.T\n2 .T.\n"
    assert find_format(board, "tents").name == "plain"
    assert resolve("tents", "-", stdin=board.encode).source == "standard input (plain text)"
    for record in formats().values():
        if "lightsout" in record.puzzles and record.endings:
            assert record.puzzles == ("lightsout",)


def test_ids_of_flip_are_read_and_written():
    """Crosses are boards; random matrices keep every bit, and are not symmetric."""
    lines = generated_ids("flip")
    assert len(lines) >= 20
    for params, line in lines:
        resolved = resolve("lightsout", line.strip())
        p = resolved.instance
        assert resolved.id == resolved.what == line.strip() == TATHAM.write("lightsout", p)
        assert (p.layout.kind == "grid") == params.endswith("c")
        assert PUZZLE.parse(PUZZLE.format(p)) == p
        assert TATHAM.read(line.strip(), None)[0] == "lightsout"


def test_a_flip_matrix_says_who_toggles_whom():
    """Row i is what pressing i changes; bits most significant first, row by row."""
    p = TATHAM.read("2x1:e,8", "lightsout")[1]  # 11 10: the first changes both, the second the first
    assert (p.start.tolist(), p.layout.rows, p.layout.cols) == ([1, 0], 1, 2)
    assert PUZZLE.verify(p, ((0, 1),)) == []
    assert PUZZLE.verify(p, ((0, 0),)) == ["the lamp of R1C2 ends on and should be off"]
    assert TATHAM.read("2x2:edb7,f", "lightsout")[1] == resolve("lightsout", "2").instance
    assert np.array_equal(TATHAM.read("3:d074191345d1644c17058,a28", "lightsout")[1].start, [1, 0, 1, 0, 0, 0, 1, 0, 1])
    for bad in ("2x2:edb7", "2x2:edb,f", "2x2:edb7,g", "2x1:e,c1", "2x1:e,9", "200x200:0,0", "2x2:edb7,f,f"):
        with pytest.raises(InputError, match="lightsout"):
            TATHAM.read(bad, "lightsout")


def test_the_registry_names_the_puzzles_that_take_graphs():
    """It does so without loading their records, in which it stands."""
    assert {name for name in names() if puzzle(name).extras.graphs is not None} == {*ON_GRAPHS}
