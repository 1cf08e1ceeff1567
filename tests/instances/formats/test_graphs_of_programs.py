"""Graph files as yEd, Gephi, Graphviz, Pajek, LEDA, Cytoscape and networkx write them: names, places, arrows, notes.

The oracle is the graph that the file was made from; of formats that networkx writes, the graph that it wrote.
"""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys

import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from instances.formats.contract import find_format, format_named
from instances.resolve import resolve
from models.puzzles.graphs.boards import StatedGraph
from models.puzzles.graphs.graph import graph
from models.puzzles.lightsout.graph_boards import GRAPHS
from rosetta.foundation.errors import InputError
from tests.support.networks import graph_from_networkx

YED_NODE = """<node id="n{i}"><data key="d4" xml:space="preserve"/><data key="d6"><y:ShapeNode>
<y:Geometry height="30.0" width="40.0" x="{x}" y="{y}"/><y:Fill color="#FFCC00" transparent="false"/>
<y:NodeLabel alignment="center" visible="true">{label}<y:LabelModel><y:SmartNodeLabelModel distance="4.0"/>
</y:LabelModel></y:NodeLabel><y:Shape type="rectangle"/></y:ShapeNode></data></node>"""
YED_EDGE = """<edge id="e{i}" source="n{v}" target="n{w}"><data key="d9"/><data key="d10"><y:PolyLineEdge>
<y:Path sx="0.0" sy="0.0"/><y:Arrows source="none" target="standard"/></y:PolyLineEdge></data></edge>"""
YED = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:yed="http://www.yworks.com/xml/yed/3">
  <!--Created by yEd 3.23.2-->
  <key attr.name="Description" attr.type="string" for="graph" id="d0"/>
  <key for="port" id="d1" yfiles.type="portgraphics"/>
  <key attr.name="url" attr.type="string" for="node" id="d4"/>
  <key for="node" id="d6" yfiles.type="nodegraphics"/>
  <key for="graphml" id="d7" yfiles.type="resources"/>
  <key attr.name="description" attr.type="string" for="edge" id="d9"/>
  <key for="edge" id="d10" yfiles.type="edgegraphics"/>
  <graph edgedefault="directed" id="G"><data key="d0" xml:space="preserve"/>{nodes}{edges}</graph>
  <data key="d7"><y:Resources/></data>
</graphml>"""
GEPHI = """<?xml version='1.0' encoding='UTF-8'?>
<gexf xmlns="http://gexf.net/1.3" version="1.3" xmlns:viz="http://gexf.net/1.3/viz"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://gexf.net/1.3 http://gexf.net/1.3/gexf.xsd">
  <meta lastmodifieddate="2024-05-05"><creator>Gephi 0.10.1</creator><title></title></meta>
  <graph defaultedgetype="undirected" mode="static">
    <attributes class="node" mode="static">
      <attribute id="lit" title="lit" type="integer"><default>1</default></attribute>
      <attribute id="degree" title="Degree" type="integer"/></attributes>
    <nodes>
      <node id="10" label="A"><attvalues><attvalue for="degree" value="2"/></attvalues>
        <viz:size value="10.0"/><viz:position x="-20.5" y="30.0" z="0.0"/>
        <viz:color r="192" g="192" b="192" hex="#c0c0c0"/></node>
      <node id="11" label="B"><attvalues><attvalue for="lit" value="0"/></attvalues>
        <viz:position x="1.5" y="-7.0"/></node>
      <node id="12" label="C"><viz:position x="0.0" y="0.0"/></node>
    </nodes>
    <edges><edge id="0" source="10" target="11" weight="2.5"/>
      <edge id="1" source="11" target="12" kind="x"/>{more}</edges>
  </graph>
</gexf>"""
PAJEK = """*Network hand.net
% drawn by hand
*Vertices 4
1 "New York"  0.1000 0.2000 0.5000 ic Red bc Black lit 0
2 b           0.9000 0.2000 0.5000
3 "c"         0.5    0.9    0.5 box
4 d           0.5    0.5
*Arcs :1 "likes"
1 2 1
*Edges
2 3 2.5
*Arcslist
4 1 2
"""


def yed(labels, ends, places=None):
    """A drawing of yEd."""
    places = places or [(10.0 * i, 5.0 * i * i) for i in range(len(labels))]
    nodes = [
        YED_NODE.format(i=i, label=label, x=x, y=y)
        for i, (label, (x, y)) in enumerate(zip(labels, places, strict=True))
    ]
    edges = [YED_EDGE.format(i=i, v=v, w=w) for i, (v, w) in enumerate(ends)]
    return YED.format(nodes="\n".join(nodes), edges="\n".join(edges))


def read(name, text, **options):
    p = format_named(name).read(text, "lightsout")[1]
    return GRAPHS.board(StatedGraph(p.graph)) if options else p


def ends_of(p):
    """The edges, or the arcs, by the names of their ends."""
    g = p.graph
    pairs = zip(g.tails.tolist(), g.heads.tolist(), strict=True)
    return sorted((p.vertex(v), p.vertex(w)) for v, w in pairs if g.directed or v <= w)


def resolved(folder, name, text, **options):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return resolve("lightsout", str(path), options=options).instance


def test_a_drawing_of_yed(tmp_path):
    """Labels are names, the middles of vertices their places; its arrows can be ignored; its shapes are no news."""
    text = yed(["A", "B", "C"], [(0, 1), (1, 2)])
    p = resolved(tmp_path, "drawing.graphml", text)
    assert ends_of(p) == [("A", "B"), ("B", "C")]
    assert p.graph.directed
    assert p.graph.positions.tolist() == [[20.0, 15.0], [30.0, 20.0], [40.0, 35.0]]
    assert p.notes == ()
    flat = resolved(tmp_path, "drawing.graphml", text, undirected=True)
    assert flat.graph == graph(3, [0, 1], [1, 2], names=["A", "B", "C"])
    assert flat.graph.positions is not None


@pytest.mark.parametrize(
    ("labels", "note"),
    [(["A", "A", "B"], "labels of vertices repeat"), (["A", "", "B"], "labels of vertices are missing at some")],
)
def test_labels_that_do_not_tell_vertices_apart(labels, note):
    """Then the ids are the names, and a note says so."""
    p = read("graphml", yed(labels, [(0, 1)]))
    assert p.graph.names == ("n0", "n1", "n2")
    assert note in " ".join(p.notes)


@pytest.mark.parametrize("bad", ["nan", "inf", "-1e300", "far"])
def test_places_that_are_no_numbers(bad):
    """No vertex has a place then; nothing else changes."""
    p = read("graphml", yed(["A", "B"], [(0, 1)], [(1.0, 2.0), (bad, 3.0)]))
    assert p.graph.positions is None
    assert "1 of 2 vertices have no place" in " ".join(p.notes)
    assert read("graphml", yed(["A", "B"], [(0, 1)], [(1.0, 2.0), (1.0, 2.0)])).graph.positions is None


def test_a_group_of_yed_is_told_of():
    text = yed(["A"], []).replace("</node>", "<graph><node id='n0::n0'/></graph></node>")
    with pytest.raises(InputError, match="one graph of vertices and edges, found <graph> in <node>; in yEd, ungroup"):
        read("graphml", text)


def test_a_graph_of_gephi(tmp_path):
    """Numbers with a default, places with y up, and what plays no part; edges with arrows among others are arcs."""
    p = resolved(tmp_path, "g.gexf", GEPHI.format(more=""))
    assert ends_of(p) == [("A", "B"), ("B", "C")]
    assert p.start.tolist() == [1, 0, 1]
    assert p.graph.positions.tolist() == [[-20.5, -30.0], [1.5, 7.0], [0.0, 0.0]]
    assert p.notes == ("plays no part: vertex attribute 'Degree', edge attribute 'weight'",)
    mixed = read("gexf", GEPHI.format(more='<edge source="12" target="10" type="directed"/>'))
    assert ends_of(mixed) == [("A", "B"), ("B", "A"), ("B", "C"), ("C", "A"), ("C", "B")]
    for bad in ("left", "1,5", "nan"):
        lost = read("gexf", GEPHI.format(more="").replace('"-20.5"', f'"{bad}"').replace('"2.5"', '"heavy"'))
        assert lost.graph.positions is None
        assert "1 of 3 vertices have no place" in " ".join(lost.notes)
    double = read("gexf", GEPHI.format(more='<edge id="0" source="10" target="11"/>'))
    assert ends_of(double) == [("A", "B"), ("A", "B"), ("B", "C")]


def test_gml_of_programs(tmp_path):
    """yEd's places, Gephi's ids, igraph's parallel edges and exponents; a quotation mark in a comment hides nothing."""
    text = """Creator "yFiles"
# 3" wide
graph [ hierarchic 1 directed 1
 node [ id 0 label "A
second line" graphics [ x 1e1 y -2E-1 w 30.0 type "rectangle" ] ]
 node [ id 1 label "B" graphics [ x 5 y 6.5 ] ]
 edge [ source 0 target 1 graphics [ fill "#000000" ] ] edge [ source 0 target 1 ]
]"""
    p = resolved(tmp_path, "g.gml", text)
    assert ends_of(p) == [("A second line", "B"), ("A second line", "B")]
    assert p.graph.positions.tolist() == [[10.0, -0.2], [5.0, 6.5]]
    assert p.notes == ("plays no part: edge attribute 'graphics'",)
    bare = read("gml", "graph [ node [ id a ] node [ id b label c ] edge [ source a target b ] ]")
    assert ends_of(bare) == [("a", "b")]
    capital = read("gml", 'Graph [ Node [ ID 1 Label "Node" ] Node [ id 2 label "x" ] Edge [ Source 1 Target 2 ] ]')
    assert ends_of(capital) == [("Node", "x")]


def test_pajek_has_sections():
    """Arcs, edges and lists in one file, which networkx reads as one kind; vertices may be left out."""
    p = read("pajek", PAJEK)
    assert ends_of(p) == [("New York", "b"), ("b", "c"), ("c", "b"), ("d", "New York"), ("d", "b")]
    assert p.start.tolist() == [0, 0, 0, 0]
    assert p.graph.positions.tolist() == [[0.1, 0.2], [0.9, 0.2], [0.5, 0.9], [0.5, 0.5]]
    assert "plays no part: data of edges" in p.notes
    assert ends_of(read("pajek", "*vertices 3\n*edges\n1 2\n2 3\n")) == [(1, 2), (2, 3)]
    assert read("pajek", '*Vertices 2\n1 "a"\n2 "a"\n').graph.names == (1, 2)


def test_places_of_dot_and_json():
    """Graphviz has y up; Cytoscape and node-link JSON have y down."""
    dot = read("dot", 'graph { node [label="\\N"]; a [pos="27,90!"]; b [pos="1.5,2", label=Bee]; a -- b }')
    assert dot.graph.positions.tolist() == [[27.0, -90.0], [1.5, -2.0]]
    assert dot.graph.names == ("a", "b")
    link = read("nodelink", json.dumps({"nodes": [{"id": 0, "x": 1, "y": 2}, {"id": 1, "x": 3, "y": 4}], "links": []}))
    assert link.graph.positions.tolist() == [[1.0, 2.0], [3.0, 4.0]]
    nodes = [{"data": {"id": str(62 + i), "name": "AB"[i]}, "position": {"x": i, "y": 2}} for i in range(2)]
    edges = [{"data": {"id": "70", "source": "62", "target": "63", "interaction": "pp"}}]
    for elements in ({"nodes": nodes, "edges": edges}, [*nodes, *edges]):
        text = json.dumps({"elements": elements})
        assert find_format(text, "lightsout").name == "cyjs"
        for name in ("cyjs", "nodelink"):
            p = read(name, text)
            assert ends_of(p) == [("A", "B")]
            assert p.graph.positions.tolist() == [[0.0, 2.0], [1.0, 2.0]]


def test_leda_has_labels_or_numbers():
    text = "LEDA.GRAPH\nstring\nint\n-1\n3\n|{a}|\n|{}|\n|{c}|\n2\n1 2 0 |{7}|\n3 1 0 |{a b}|\n"
    assert ends_of(read("leda", text)) == [(1, 2), (3, 1)]
    assert ends_of(read("leda", text.replace("|{}|", "|{b}|"))) == [("a", "b"), ("c", "a")]
    with pytest.raises(InputError, match="3 vertices and 2 edges, as the file states them, found 3 and 1"):
        read("leda", text.replace("3 1 0", "1 2 0"))


def test_adjacency_lists_from_both_ends():
    """An edge that stands at both of its ends is one edge, as networkx reads it."""
    p = read("adjlist", "a b c\nb a\nc a d\nd\n")
    assert ends_of(p) == [("a", "b"), ("a", "c"), ("c", "d")]
    assert "read as an adjacency list: 4 vertices, 3 edges" in p.notes
    q = read("multiline", "# c\na 2\nb {'weight': 3}\nc\nb 0\n")
    assert (ends_of(q), q.notes) == ([("a", "b"), ("a", "c")], ("plays no part: data of edges",))


def written(network):
    """What networkx writes in each format, by its name here; a multigraph in those that keep parallel edges."""
    files = {"graphml": networkx.write_graphml_xml, "gexf": networkx.write_gexf, "gml": networkx.write_gml}
    buffers = {name: io.BytesIO() for name in files}
    for name, write in files.items():
        write(network, buffers[name])
    texts = {name: buffer.getvalue().decode() for name, buffer in buffers.items()}
    return texts | {
        "nodelink": json.dumps(networkx.node_link_data(network, edges="edges")),
        "cyjs": json.dumps(networkx.cytoscape_data(network)),
    }


@given(seed=st.integers(0, 10**6), kind=st.sampled_from([networkx.Graph, networkx.DiGraph, networkx.MultiDiGraph]))
@settings(max_examples=40, deadline=None)
def test_what_networkx_writes_is_its_graph(seed, kind):
    """Names, arrows, parallel edges, states; then our own writers, read again."""
    draw = random.Random(seed)
    names = draw.sample(["a", "b c", "é", "<&>", "n,1", "0", "7", "x'y"], draw.randint(1, 8))
    network = kind()
    for name in names:
        network.add_node(name, lit=draw.randint(0, 1))
    network.add_edges_from((draw.choice(names), draw.choice(names)) for _ in range(draw.randint(0, 12)))
    for name, text in written(network).items():
        assert find_format(text, "lightsout").name == name
        p = read(name, text)
        assert p.graph == graph_from_networkx(network)
        assert p.start.tolist() == [network.nodes[v]["lit"] for v in network]
        assert read(name, format_named(name).write("lightsout", p)) == p


@given(seed=st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_lists_come_back(seed):
    """Pajek, LEDA and adjacency lists say the names and the edges of a graph without parallel edges."""
    network = networkx.gnp_random_graph(random.Random(seed).randint(2, 9), 0.4, seed=seed)
    network = networkx.relabel_nodes(network, {v: f"v{v}" for v in network})
    p = GRAPHS.board(StatedGraph(graph_from_networkx(network)))
    for name in ("pajek", "leda", "adjlist", "multiline"):
        try:
            text = format_named(name).write("lightsout", p)
        except InputError:
            assert name in ("adjlist", "multiline")  # which would be taken for an edge list
            continue
        assert find_format(text, "lightsout").name == name
        assert ends_of(read(name, text)) == ends_of(p)


def test_places_of_nodes_of_networkx():
    """`pos`, as networkx makes it, with y up."""
    import rosetta as rs

    board = rs.lights_out(networkx.random_geometric_graph(6, 0.5, seed=1))
    places = board._question.instance.graph.positions
    assert places.shape == (6, 2)
    assert (places[:, 1] <= 0).all()
    assert board.notes == () or "pos" not in " ".join(board.notes)


LAUGHS = '<!DOCTYPE gexf [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><gexf><graph/></gexf>'
HOSTILE = [
    ("gexf", LAUGHS, "entities of the file's own are not read"),
    ("gexf", "<gexf>" + "<a>" * 100_000, "elements at most 100 deep"),
    ("gexf", "<gexf/>", "expected a <graph>, found none"),
    ("gexf", "<graphml/>", "line 1: expected <gexf>, found <graphml>"),
    ("gexf", GEPHI.format(more="").replace('"11" label', '"10" label'), "line 13: vertex '10' is declared twice"),
    ("gexf", GEPHI.format(more='<edge source="10" target="99"/>'), "an edge ends at '99', which is no vertex"),
    ("gexf", GEPHI.format(more='<edge source="10"/>'), "<edge>: expected the attribute target"),
    ("gexf", GEPHI.format(more="").replace('"lit" value="0"', '"lit" value="on"'), "lit: expected 0, 1"),
    ("gexf", GEPHI.format(more="").replace('for="degree"', 'for="grade"'), "expected the id of an <attribute>, found"),
    ("gexf", GEPHI.format(more="").replace("xmlns:viz", "xmlns:v"), "unbound prefix; expected a declaration"),
    ("gexf", GEPHI.format(more="").replace('class="node"', 'class="x"'), "expected the class node or edge, found 'x'"),
    ("pajek", "*Vertices 999999999\n*Edges\n", "expected a board that fits into memory"),
    ("pajek", "*Vertices 2 1\n", "line 1: expected *Vertices and one number"),
    ("pajek", "*Vertices 2\n1 a\n1 b\n", "line 3: vertex 1 is declared twice"),
    ("pajek", "*Vertices 2\n*Edges\n1 3\n", "line 3: expected the number of a vertex, 1 to 2, found '3'"),
    ("pajek", "*Vertices 2\n*Matrix\n0 1\n1 0\n", "line 2: expected one list of vertices, then *Edges"),
    ("pajek", "*Network x\n1 2\n", "line 2: expected *Vertices"),
    ("leda", "LEDA.GRAPH\nvoid\nvoid\n-2\n999999999\n", "expected the number of edges, found 'the end'"),
    ("leda", "LEDA.GRAPH\nvoid\nvoid\n-2\n1\n|{}|\n1\n1 2 0 |{}|\n", "line 8: expected vertices 1 to 1, found 2"),
    ("leda", "LEDA.GRAPH\nvoid\nvoid\n0\n1\n|{}|\n0\n", "expected two types and then -1"),
    ("adjlist", "a b b\nb\n", "line 1: expected one line per vertex, each neighbour once"),
    ("adjlist", "a b\na c\n", "line 2: expected one line per vertex, each neighbour once; found a second one of 'a'"),
    ("multiline", "a 2\nb {}\n", "expected 1 more neighbours of 'a', found the end"),
    ("multiline", "a 999999999\nb {}\n", "more neighbours of 'a', found the end"),
    ("multiline", "a 1\nb {" + "[" * 100_000 + "\n", "line 2: expected a neighbour of 'a'"),
    ("cyjs", '{"elements": {"nodes": [{"data": {}}]}}', "nodes[0]: expected id, found none"),
    ("cyjs", '{"elements": ' + "[" * 100_000, "brackets too deep"),
    ("cyjs", '{"elements": 5}', 'expected "elements" with'),
    ("gml", "graph [ node [ id 0 ] edge [ source 0 ] ]", "line 1: expected the target of each edge, found none"),
    ("gml", "graph [ node 5 ]", "expected another text; networkx says:"),
    ("gml", "graph [" + " node [ id 0 ]" * 2_000_001 + "]", "expected at most 2,000,000 vertices and edges"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "text", "tells"), HOSTILE, ids=[f"{i}-{name}" for i, (name, *_) in enumerate(HOSTILE)]
)
def test_a_bad_text_is_refused_with_one_clear_message(name, text, tells):
    with pytest.raises(InputError) as refusal:
        read(name, text)
    assert tells in str(refusal.value)
    assert len(str(refusal.value)) < 500
    assert "\n" not in str(refusal.value)


def test_networkx_is_loaded_for_its_formats_alone():
    """Listing the formats, and reading an edge list, needs none of it."""
    code = (
        "import sys; from instances.formats.contract import formats; formats();"
        "from instances.resolve import resolve; resolve('lightsout', 'a b\\nb c\\n');"
        "sys.exit('networkx' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_positions_are_an_array():
    p = read("graphml", yed(["A", "B"], [(0, 1)]))
    assert p.graph.positions.dtype == np.float64
    assert p.graph.positions.shape == (2, 2)
