"""Drawings as files: SVG that follows dark mode by itself, a page of PDF, pixels (PNG).

fpdf2 reads the drawing and writes it with the fonts that every reader of PDF has; pdfium turns that page into pixels.
So a picture is the same on every machine, whether it has fonts or not, and the same drawing always gives the same
bytes. Both libraries are loaded only here, when a picture is written.
"""

from __future__ import annotations

import logging
import re
from datetime import UTC, datetime
from html import unescape
from io import BytesIO
from pathlib import Path

from rosetta.foundation.errors import Refusal

DOT = 5 / 3  # pixels for a unit of a drawing: 40 for a cell of 24 units
POINT = 28.35 / 24  # points (1/72 inch) for a unit: 10 mm for such a cell
PAGE = (538.0, 785.0)  # points that A4 and Letter both have inside of narrow margins
USUAL_SIDE = 6000  # pixels of the longer side, which no picture exceeds unless its width is asked for
MOST_SIDE = 20_000  # pixels
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)  # of every file, so that it depends on its drawing alone
KINDS = ("svg", "png", "pdf")  # the endings of their names, too
SCENE = "scene"  # what a script draws from, in JSON
TITLE = re.compile(r"<title>(.*?)</title>", re.S)


class TooManyPixels(Refusal):
    """The picture would be larger than any program opens; the message says how large it may be."""


def picture_file(svg: str, kind: str, width: int | None = None) -> bytes:
    """The drawing as a file of that kind. width: in pixels, of PDF in millimetres, None for what is usual. Raises
    TooManyPixels."""
    if kind == "svg":
        return svg_file(svg, width).encode()
    return pdf_file(svg, width) if kind == "pdf" else png_file(svg, width)


def svg_file(svg: str, width: int | None = None) -> str:
    """The drawing as a file of its own. width: in pixels, None for that of the drawing."""
    style = (Path(__file__).parent / "drawings.css").read_text("utf-8")
    head, end, rest = svg.partition(">")
    if width is not None:
        across, down = drawing_sides(svg)
        head = re.sub(r' width="[^"]*" height="[^"]*"', f' width="{width}" height="{width * down / across:g}"', head)
    return f"{head}{end}<style>\n{style}</style>{rest}\n"


def pdf_file(svg: str, width: int | None = None) -> bytes:
    """The drawing on one page of its own size. width: in millimetres, None for 10 mm a cell as far as that fits on a
    sheet of paper."""
    across, down = drawing_sides(svg)
    scale = min(POINT, PAGE[0] / across, PAGE[1] / down) if width is None else width * 72 / 25.4 / across
    return _page_of_pdf(svg, across * scale, down * scale)


def png_file(svg: str, width: int | None = None) -> bytes:
    """The drawing in pixels. width: of the picture, None for 40 pixels a cell as far as that gives no more than
    USUAL_SIDE. Raises TooManyPixels."""
    across, down = drawing_sides(svg)
    scale = min(DOT, USUAL_SIDE / max(across, down)) if width is None else width / across
    if max(across, down) * scale > MOST_SIDE:
        raise TooManyPixels(f"expected at most {int(MOST_SIDE * across / max(across, down))} pixels, found {width}")
    from pypdfium2 import PdfDocument

    file, document = BytesIO(), PdfDocument(_page_of_pdf(svg, across, down))
    try:
        document[0].render(scale=scale).to_pil().save(file, "PNG")
    finally:
        document.close()
    return file.getvalue()


def _page_of_pdf(svg: str, width: float, height: float) -> bytes:
    """One page of that size, in points, which the drawing fills."""
    from fpdf import FPDF
    from fpdf.svg import SVGObject

    logging.getLogger("fpdf").setLevel(logging.ERROR)  # it tells of parts of SVG that do not show
    title = TITLE.search(svg)
    drawing = SVGObject(_in_latin(TITLE.sub("", svg, count=1)))
    page = FPDF(unit="pt", format=(width, height))
    page.set_creation_date(EPOCH)
    page.set_title(unescape(title[1]) if title else "")
    page.set_margin(0)
    page.set_auto_page_break(False)
    page.set_font("Helvetica")
    page.add_page()
    drawing.transform_to_page_viewport(page)
    drawing.draw_to_page(page)
    return bytes(page.output())


def _in_latin(svg: str) -> str:
    """The text as far as the fonts of PDF have its letters, `?` for each other one."""
    return svg.encode("latin-1", "replace").decode("latin-1")


def drawing_sides(svg: str) -> tuple[float, float]:
    """Width and height of what is seen, in units of the drawing."""
    box = re.search(r'viewBox="([^"]*)"', svg)
    assert box is not None, "a drawing says what is seen of it"
    _, _, width, height = map(float, box[1].split())
    return width, height
