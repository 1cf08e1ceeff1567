"""One colour per verdict on every page, and every one can be read: WCAG AA, in light, in dark and on paper."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from report.reproduction.records import VERDICTS

CSS = Path("report/page.css").read_text("utf-8")
TONES = ("good", "bad", "doubt", "corrected", "refuted", "open", "unknown")
LIGHT, DARK, PRINT = (
    dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{3,6})", block))
    for block in re.findall(r":root \{(.*?)\}", CSS, re.DOTALL)
)
THEMES = {"light": LIGHT, "dark": DARK, "print": PRINT}


def luminance(colour: str) -> float:
    """Relative luminance, as WCAG 2 defines it, from 0 to 1."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * c for c in colour[1:])
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_as_defined() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("tone", [*TONES, "ink", "soft", "link"])
@pytest.mark.parametrize("theme", THEMES)
def test_text_can_be_read(theme: str, tone: str) -> None:
    """On the page, on cards, and a verdict on its own tint."""
    colours = {**LIGHT, **THEMES[theme]}
    grounds = ["paper", "card", *([f"{tone}-tint"] if tone in TONES else [])]
    assert all(contrast(colours[tone], colours[ground]) >= 4.5 for ground in grounds)


@pytest.mark.parametrize("theme", THEMES)
def test_every_verdict_has_a_colour_of_its_own(theme: str) -> None:
    assert set(TONES) < set(THEMES[theme])
    assert len({THEMES[theme][tone] for tone in TONES}) == len(TONES)


def test_every_verdict_of_every_page_has_a_tone() -> None:
    """Corrected and refuted are not green; what two pages say alike looks alike."""
    tones = {
        name: tone
        for names, tone in re.findall(r"^([.\w, ]+) \{ --tone: var\(--(\w+)\)", CSS, re.MULTILINE)
        for name in re.findall(r"\.(\w+)", names)
    }
    verdicts = {
        *VERDICTS,
        "agree",
        "disagree",
        "proved",
        "incomplete",
        "correct",
        "wrong",
        "unproved",
        "none",
        "unknown",
    }
    assert verdicts <= set(tones)
    assert {name for name, tone in tones.items() if tone == "good"} == {
        "agree",
        "correct",
        "fine",
        "proved",
        "reproduced",
    }
    assert len({tones[verdict] for verdict in VERDICTS}) == len(VERDICTS)
