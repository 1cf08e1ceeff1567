"""`convert --to svg|png|pdf`: every puzzle as a picture of every kind, with a solution or without."""

from __future__ import annotations

import io
import json
import re
import sys
from xml.etree import ElementTree

import pytest
from PIL import Image
from pypdfium2 import PdfDocument

import rosetta as rs
from instances.resolve import resolve
from models.puzzles.registry import names, puzzle
from report.pictures import KINDS, MOST_SIDE, png_file, svg_file
from rosetta.commands.main import run_verb
from tests.support.places import ROOT

SMALL = {"tiling": "slothouber-graatsma"}  # other puzzles: a board of four rows
SVG = "{http://www.w3.org/2000/svg}"


def convert(capfdbinary, *words: str) -> tuple[int, bytes, str]:
    """Exit code, stdout, stderr."""
    code = run_verb("convert", [*words])
    captured = capfdbinary.readouterr()
    return code, captured.out, captured.err.decode()


def texts(svg: bytes) -> list[str]:
    """What stands in the drawing."""
    return [element.text for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("solved", [(), ("--solution",)])
def test_every_puzzle_becomes_every_picture(name, solved, capfdbinary):
    """Well formed, of the same proportions, not blank, and the same again; every text of the drawing is in the PDF."""
    files = {}
    for kind in KINDS:
        code, files[kind], complaint = convert(capfdbinary, name, SMALL.get(name, "4"), "--to", kind, *solved)
        assert (code, complaint) == (0, "")
    drawn = ElementTree.fromstring(files["svg"])
    assert drawn.tag == f"{SVG}svg"
    assert drawn.find(f"{SVG}style") is not None
    across, down = (float(side) for side in drawn.get("viewBox").split()[2:])
    image = Image.open(io.BytesIO(files["png"]))
    assert image.size[0] / image.size[1] == pytest.approx(across / down, rel=0.01)
    assert len(image.convert("RGB").getcolors(10**6)) > 5
    document = PdfDocument(files["pdf"])
    assert len(document) == 1
    width, height = document[0].get_size()
    assert width / height == pytest.approx(across / down, rel=0.01)
    assert max(width / 595, height / 842) < 1  # fits on A4
    written = re.sub(r"\s", "", document[0].get_textpage().get_text_bounded())
    assert sorted(written) == sorted(re.sub(r"\s", "", "".join(texts(files["svg"]))))
    assert b"/FontFile" not in files["pdf"]  # of the machine
    assert document.get_metadata_dict()["Title"] == drawn.find(f"{SVG}title").text
    assert convert(capfdbinary, name, SMALL.get(name, "4"), "--to", "png", *solved)[1] == files["png"]
    assert convert(capfdbinary, name, SMALL.get(name, "4"), "--to", "pdf", *solved)[1] == files["pdf"]


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", names())
def test_a_solution_shows(name, capfdbinary):
    """In pixels, without any colour."""
    plain, solved = (
        Image.open(io.BytesIO(convert(capfdbinary, name, SMALL.get(name, "4"), "--to", "png", *more)[1])).convert("L")
        for more in ((), ("--solution",))
    )
    assert plain.size[0] == solved.size[0]
    assert plain.size[1] >= solved.size[1]  # pieces of a tiling that are not laid yet stand below
    plain = plain.crop((0, 0, *solved.size))
    changed = sum(abs(a - b) > 40 for a, b in zip(plain.tobytes(), solved.tobytes(), strict=True))
    assert changed > 500


def test_the_name_of_the_file_says_the_format(tmp_path, capfdbinary):
    """Where --to does not say another."""
    for kind, begin in (("svg", b"<svg "), ("png", b"\x89PNG"), ("pdf", b"%PDF")):
        assert convert(capfdbinary, "tents", "4", "-o", str(tmp_path / f"board.{kind}"))[0] == 0
        assert (tmp_path / f"board.{kind}").read_bytes().startswith(begin)
    assert convert(capfdbinary, "tents", "4", "-o", str(tmp_path / "b.pdf"), "--to", "plain")[0] == 0
    assert (tmp_path / "b.pdf").read_text("utf-8").startswith("4 4\n")


def test_a_scene_is_a_line_of_json(capfdbinary, tmp_path):
    """Of a board, of its solution, and of several boards, of which each has its line, or its file."""
    code, content, _ = convert(capfdbinary, "tents", "4", "--to", "scene", "--solution")
    scene = json.loads(content)
    assert (code, content.count(b"\n"), scene["shape"]) == (0, 1, [4, 4])
    (tents,) = (layer["cells"] for layer in scene["layers"] if layer["glyph"] == "tent")
    board = resolve("tents", "4").instance
    assert puzzle("tents").verify(board, tuple(map(tuple, tents))) == []
    assert rs.scene(rs.load("tents", 4), {"tents": tents}) == scene
    (tmp_path / "ids.txt").write_text("4x4:cbaea,1,1,0,2,0,2,0,2\n4x4:cbaea,1,1,0,2,0,2,0,2\n")
    code, content, _ = convert(capfdbinary, "tents", str(tmp_path / "ids.txt"), "--to", "scene")
    assert [json.loads(line)["shape"] for line in content.splitlines()] == [[4, 4], [4, 4]]
    assert convert(capfdbinary, "tents", str(tmp_path / "ids.txt"), "--to", "scene", "-o", str(tmp_path))[0] == 0
    assert sorted(path.name for path in tmp_path.glob("*.json")) == ["ids-line-1.scene.json", "ids-line-2.scene.json"]


def test_the_width_that_is_asked_for(capfdbinary):
    """Pixels of PNG and SVG, millimetres of PDF; by default 40 pixels and 10 mm for a cell."""
    board = ("akari", "5", "--width", "123")
    assert Image.open(io.BytesIO(convert(capfdbinary, *board, "--to", "png")[1])).size == (123, 123)
    assert ElementTree.fromstring(convert(capfdbinary, *board, "--to", "svg")[1]).get("width") == "123"
    document = PdfDocument(convert(capfdbinary, *board, "--to", "pdf")[1])
    assert document[0].get_size()[0] == pytest.approx(123 * 72 / 25.4, abs=0.5)
    assert Image.open(io.BytesIO(convert(capfdbinary, "akari", "5", "--to", "png")[1])).size == (240, 240)
    document = PdfDocument(convert(capfdbinary, "akari", "5", "--to", "pdf")[1])
    assert document[0].get_size()[0] == pytest.approx(60 * 72 / 25.4, abs=0.5)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("tents", "4"), "--to: expected a format"),
        (("tents", "4", "-o", "x.jpg"), "--to: expected a format"),
        (("tents", "4", "--to", "lp", "--solution"), "--solution, --width: for pictures (svg, png, pdf), not for lp"),
        (("tents", "4", "--to", "png", "--formulation", "default"), "png draws the board"),
        (("tents", "300", "--to", "png"), "expected a board of up to 40,000 cells, found 90,000"),
        (("tents", "4", "--to", "png", "--width", "99999"), f"width: expected at most {MOST_SIDE} pixels, found 99999"),
        (("akari", "3x3:4h", "--to", "svg", "--solution"), "this board has no solution to draw"),
        (("akari", "4", "--to", "scene", "--width", "9"), "width: a scene has no pixels"),
        (("akari", "4", "--to", "scene", "--encoding", "cardinality=totalizer"), "scene draws the board"),
    ],
)
def test_refusals(words, sentence, capfdbinary):
    code, content, complaint = convert(capfdbinary, *words)
    assert (code, content) == (2, b"")
    assert sentence in complaint
    assert complaint.count("\n") == 1


def test_pixels_do_not_go_to_a_terminal(monkeypatch, capfdbinary):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    code, content, complaint = convert(capfdbinary, "tents", "4", "--to", "pdf")
    assert (code, content) == (2, b"")
    assert "-o board.pdf" in complaint


def test_letters_that_pdf_has_not(capfdbinary, tmp_path):
    """Names of vertices may have any; the picture has a question mark, the SVG the letter."""
    (tmp_path / "graph.txt").write_text("\u03b1 \u00e9\n\u00e9 z<\n", "utf-8")
    drawn = convert(capfdbinary, "lightsout", str(tmp_path / "graph.txt"), "--to", "svg")[1]
    assert sorted(texts(drawn)) == ["'z<'", "'\u00e9'", "'\u03b1'"]
    document = PdfDocument(convert(capfdbinary, "lightsout", str(tmp_path / "graph.txt"), "--to", "pdf")[1])
    assert sorted(document[0].get_textpage().get_text_bounded().split()) == ["'?'", "'z<'", "'\u00e9'"]


def test_dark_mode_changes_all_paper_and_nothing_in_print():
    """The background of every drawing has a rule, every rule is for a colour that some drawing has, on screens only."""
    style = (ROOT / "report" / "drawings.css").read_text("utf-8")
    assert style.count("@media") == 1
    assert "@media screen and (prefers-color-scheme: dark)" in style
    colours = set(re.findall(r'="(#\w{6})"', style))
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "models" / "puzzles").rglob("*.py"))
    assert colours <= set(re.findall(r"#\w{6}", sources))
    for name in names():
        board = resolve(name, SMALL.get(name, "4"))
        background = re.search(r'<rect [^>]*fill="(#\w{6})"', puzzle(name).draw_svg(board.instance))[1]
        assert background in colours


def test_a_drawing_is_changed_in_its_head_only():
    drawing = '<svg viewBox="-5 -5 20 10" width="20" height="10"><title>a > b</title><path d="M0 0"/></svg>'
    file = svg_file(drawing, 40)
    assert file.startswith('<svg viewBox="-5 -5 20 10" width="40" height="20"><style>')
    assert file.endswith('</style><title>a > b</title><path d="M0 0"/></svg>\n')
    assert Image.open(io.BytesIO(png_file(drawing, 40))).size == (40, 20)
