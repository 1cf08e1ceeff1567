"""The page as a browser has it from the server: it loads nothing else, its own policy lets it work, and it vanishes."""

from __future__ import annotations

import time

import pytest

from tests.support.page_client import ENDLESS, page_server
from tests.support.patience import PATIENCE
from tests.support.playing import browser_page, real_browser

BOARD = "8x8:c_decbh_di__ecab,3,1,3,0,1,3,0,4,3,1,3,1,2,1,1,3"


@pytest.fixture(scope="module")
def browser():
    with real_browser() as started:
        yield started


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with page_server(tmp_path_factory.mktemp("page"), "tents", BOARD) as client:
        yield client


def test_the_page_works_under_its_policy(browser, server):
    """The named board is shown, and solved; the browser complains of nothing (`browser_page`)."""
    with browser_page(browser) as page:
        page.goto(f"{server.origin}/{server.token}/")
        page.wait_for_selector("#board svg")
        page.get_by_role("button", name="Solve", exact=True).click()
        page.wait_for_selector("#ask figure svg")


def test_a_script_that_is_not_the_page_s_own_does_not_run(browser, server):
    """Neither one that is put into the page, nor an image or a request from elsewhere."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{server.origin}/{server.token}/")
    page.evaluate(
        """() => {
          const script = document.createElement("script");
          script.textContent = "window.intruded = true";
          document.body.append(script);
          document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='window.intruded = true'>");
        }"""
    )
    refused = page.evaluate("fetch('http://127.0.0.1:1/').then(() => 'sent', (error) => String(error))")
    assert page.evaluate("window.intruded") is None
    assert "TypeError" in refused
    context.close()


def test_another_page_of_this_machine_gets_nothing(browser, server, tmp_path):
    """Of another port, which is another origin: it can read no answer and ask no question."""
    with page_server(tmp_path, "tents", BOARD) as other:
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"{other.origin}/{other.token}/")
        ask = """async (address) => {
          const sent = [];
          for (const options of [{}, {method: "POST", body: "{}"}, {method: "POST", body: "{}", mode: "no-cors"}]) {
            sent.push(await fetch(address, options).then((answer) => answer.type + answer.status, () => "refused"));
          }
          return sent;
        }"""
        for path in ("", "api/list"):
            answers = page.evaluate(ask, f"{server.origin}/{server.token}/{path}")
            assert all(answer in ("refused", "opaque0") for answer in answers), answers
        context.close()


def test_a_page_that_is_closed_ends_what_it_asked(browser, server):
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{server.origin}/{server.token}/")
    page.wait_for_selector("#board svg")
    wait_until(lambda: not server.solvers())  # those that looked for hints
    page.evaluate(
        """([address, body]) => {
          fetch(address, {method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(body)});
        }""",
        [f"{server.origin}/{server.token}/api/ask", ENDLESS],
    )
    wait_until(server.solvers)
    context.close()
    wait_until(lambda: not server.solvers())


@pytest.mark.parametrize("kept", ["{", "5", "{}", '{"steps": null}', '{"steps": [99]}'])
def test_a_board_opens_whatever_the_browser_kept_of_it(browser, server, kept):
    with browser_page(browser) as page:
        page.goto(f"{server.origin}/{server.token}/")
        page.wait_for_selector("#board svg")
        page.evaluate(
            "(kept) => { for (const name of Object.keys(sessionStorage)) sessionStorage[name] = kept; }", kept
        )
        page.reload()
        page.wait_for_selector("#ready", state="attached")
        assert page.locator("#board svg").count() == 1


def test_nothing_is_wider_than_a_small_screen(browser, server):
    with browser_page(browser, viewport={"width": 320, "height": 640}) as page:
        page.goto(f"{server.origin}/{server.token}/")
        page.wait_for_selector("#board svg")
        page.get_by_text("Another board").click()
        page.get_by_role("button", name="Solve", exact=True).click()
        page.wait_for_selector("#ask figure svg")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320


def wait_until(is_so):
    """Wait for what must come."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)
