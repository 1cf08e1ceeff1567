"""Worksheets in a real browser: every puzzle is played to its end by clicks and by keys, without a network."""

from __future__ import annotations

import json
from pathlib import Path

import networkx as nx
import pytest

import rosetta as rs
from rosetta.studies.playing.answer_steps import steps_of_answer
from tests.rosetta.studies.playing.test_checks import CHECKED
from tests.support.playing import browser_page, click_places, middle_of, open_sheet, press_places, real_browser
from tests.support.small_boards import PARAMETERS, small_size

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


@pytest.fixture(scope="module")
def browser():
    with real_browser() as browser:
        yield browser


@pytest.fixture
def page(browser):
    """A page that has no network."""
    with browser_page(browser, viewport={"width": 1100, "height": 900}, offline=True) as page:
        yield page


def board_of(name: str, seed: int = 3):
    """A small board of a puzzle, and an answer by the planted one or by a solver."""
    parameters = PARAMETERS.get(name, {})
    board = rs.generate(name, "x".join(map(str, small_size(name))), seed=seed, **parameters)
    return board, dict(rs.solve(board, time_limit=60).answer)


def write_sheet(folder: Path, *boards, title: str = "Sheet") -> Path:
    path = folder / "sheet.html"
    path.write_text(rs.worksheet(list(boards), title=title), "utf-8")
    return path


def scene_in(page, number: int = 0):
    return json.loads(page.locator("#boards").text_content())[number]["scene"]


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", CHECKED)
def test_is_played_to_its_end(page, tmp_path, name):
    """By clicks; then, from an empty board, by keys alone. It is solved with the last place, not before."""
    board, answer = board_of(name)
    open_sheet(page, write_sheet(tmp_path, board))
    scene, sheet = scene_in(page), page.locator("#board-1")
    steps = steps_of_answer(scene, answer)
    for put in (click_places, press_places):
        last = max(place for place, step in enumerate(steps) if scene["clicks"]["steps"][step]["answer"])
        put(page, sheet, scene, [0 if place == last else step for place, step in enumerate(steps)])
        page.wait_for_timeout(50)
        assert page.locator("#progress").inner_text() == "0 of 1 solved"
        put(page, sheet, scene, [step if place == last else 0 for place, step in enumerate(steps)])
        page.wait_for_selector("#board-1.is-solved")
        assert page.locator("#progress").inner_text() == "1 of 1 solved"
        assert page.locator(".message").inner_text().startswith("Solved in ")
        page.get_by_role("button", name="Clear").click()


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", CHECKED)
def test_hints_lead_to_the_end(page, tmp_path, name):
    """Where to look, why, and what: whoever follows each hint has solved the board."""
    board, _ = board_of(name)
    open_sheet(page, write_sheet(tmp_path, board))
    hint, do_it = page.get_by_role("button", name="Hint"), page.get_by_role("button", name="Do it")
    for _ in range(200):
        if page.locator("#board-1.is-solved").count():
            break
        for _ in range(6):
            if do_it.is_visible():
                break
            hint.click()
        do_it.click()
        page.wait_for_timeout(20)
    assert page.locator("#board-1.is-solved").count() == 1


def test_broken_rules_light_up_and_go_out(page, tmp_path):
    """A sentence of the rule, with what is to blame, in the picture and for a screen reader."""
    board = rs.load("tents", "3x3:aaaaa,2,0,2,2,0,2")
    open_sheet(page, write_sheet(tmp_path, board))
    place = page.locator("[data-cell='0,0']")
    page.mouse.click(*middle_of(page.locator("[data-cell='2,0']")))
    page.mouse.click(*middle_of(page.locator("[data-cell='1,1']")))
    page.wait_for_selector(".broken li")
    assert "tents do not touch" in page.locator(".broken").inner_text()
    assert page.locator("[data-cell='1,1']").get_attribute("aria-label").endswith("breaks a rule")
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector(".broken li", state="detached")
    assert "breaks a rule" not in place.get_attribute("aria-label")


def test_several_boards_stay_apart_and_are_kept(page, tmp_path):
    """Three puzzles on one sheet; what was done is there again when the file is opened again."""
    boards = [board_of(name) for name in ("akari", "hashi", "lightsout")]
    path = write_sheet(tmp_path, *(board for board, _ in boards))
    open_sheet(page, path)
    steps = steps_of_answer(scene_in(page, 1), boards[1][1])
    click_places(page, page.locator("#board-2"), scene_in(page, 1), steps)
    page.wait_for_selector("#board-2.is-solved")
    assert page.locator("#progress").inner_text() == "1 of 3 solved"
    open_sheet(page, path)
    page.wait_for_selector("#board-2.is-solved")
    assert page.locator("#board-1.is-solved, #board-3.is-solved").count() == 0


def test_names_and_texts_of_others_are_no_html(page, tmp_path):
    """A title, and names of vertices, with everything that could end an element or a script."""
    evil = "</script><script>document.title='taken'</script><img src=x onerror=alert(1)>\u2028"
    board = rs.lights_out(nx.Graph([("a", evil), (evil, "b"), ("b", "a")]))
    open_sheet(page, write_sheet(tmp_path, board, title=f"Sheet {evil}"))
    assert page.title().startswith("Sheet </script>")
    assert page.locator("main img, main script").count() == 0
    assert page.locator("[role=gridcell]").count() == 3


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_fits_a_phone(browser, tmp_path, scheme):
    """390 px wide, in the dark, too: nothing is wider than the screen; a tap is a click."""
    boards = [board_of(name) for name in ("tents", "slitherlink", "tiling")]
    with browser_page(browser, **PHONE, color_scheme=scheme, offline=True) as page:
        open_sheet(page, write_sheet(tmp_path, *(board for board, _ in boards)))
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        scene = scene_in(page)
        steps = steps_of_answer(scene, boards[0][1])
        place = steps.index(1)
        page.touchscreen.tap(*middle_of(page.locator(f"#board-1 [data-place='{place}']")))
        page.wait_for_timeout(50)
        assert page.locator(f"#board-1 [data-place='{place}']").get_attribute("aria-label").endswith("tent")


def test_without_scripts_the_boards_are_seen(browser, tmp_path):
    board, _ = board_of("akari")
    with browser_page(browser, java_script_enabled=False) as page:
        page.goto(write_sheet(tmp_path, board).as_uri())
        assert page.locator(".still svg").is_visible()
        assert page.locator(".still li").count() == 3


def test_a_screen_reader_is_told_the_board(page, tmp_path):
    """Cells with what lies in them, clues beside the board, tools by name, and messages as they come."""
    board = rs.load("tents", "3x3:aaaaa,2,0,2,2,0,2")
    open_sheet(page, write_sheet(tmp_path, board))
    told = page.locator("#board-1").aria_snapshot()
    for line in (
        'grid "Tents, 3 rows and 3 columns, 4 trees"',
        'columnheader "column 1, 2"',
        'rowheader "row 2, 0"',
        'gridcell "row 1, column 2, tree"',
        'button "Undo" [disabled]',
        "- status",
    ):
        assert line in told


def test_a_title_of_html_is_text_and_no_wider_than_the_screen(browser, tmp_path):
    title = "</script><img src=x onerror=window.intruded=1><script>window.intruded=2</script>" + "x" * 99
    sheet = write_sheet(tmp_path, rs.generate("tents", "5x5", seed=3), title=title)
    with browser_page(browser, viewport={"width": 320, "height": 640}, offline=True) as page:
        open_sheet(page, sheet)
        assert page.locator("h1").inner_text() == title
        assert page.evaluate("window.intruded") is None
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
