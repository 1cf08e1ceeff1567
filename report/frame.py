"""Pages: each is one HTML file that opens from disk, made from a template of Jinja and plain data.

    frame.html      head and body of every page, with its styles, its script and a policy of its own
    parts.html      what several pages have
    */page.html     a page as its reader sees it, from top to bottom

Whatever a template shows is escaped, but the drawings of puzzles and scripts of our own (`drawing`, `own_script` in
parts.html, nowhere else); a name that it does not know is an error.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from report.words import duration, full_sentence, plural, quantity

if TYPE_CHECKING:
    from jinja2 import Environment

FILTERS = {
    "duration": duration,
    "kind": lambda record: type(record).__name__,
    "percent": lambda share: f"{share:.3f}%",
    "plural": plural,
    "quantity": quantity,
    "sentence": full_sentence,
    "sha256": lambda text: base64.b64encode(hashlib.sha256(text.encode()).digest()).decode(),
    "thousands": lambda n: f"{n:,}",
}


def render_page(template: str, **data: Any) -> str:
    """The page. template: its path below this package; data: what it shows, by the names that it uses."""
    return environment().get_template(template).render(data)


def load_templates() -> None:
    """Raise ModuleNotFoundError now, rather than after the work is done, where Jinja is not installed."""
    environment()


@cache
def environment() -> Environment:
    """The templates of this package, wherever it lies. Jinja is loaded only here, when a page is written."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    templates = Environment(
        loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined,
        finalize=_replace_controls, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
    templates.filters |= FILTERS
    templates.policies["json.dumps_kwargs"] = {"allow_nan": False}  # keys stay in their order
    return templates


def _replace_controls(value: Any) -> Any:
    """Foreign text without terminal codes; line breaks are blanks but in `pre`. HTML stays: it is made of such text."""
    if not isinstance(value, str) or value.isprintable() or hasattr(value, "__html__"):
        return value
    return "".join(c if c.isprintable() or c == "\n" else " " for c in value)
