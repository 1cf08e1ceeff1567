"""A page is written whole, over nothing but a page of ours, and every obstacle is one clear message."""

from __future__ import annotations

import os

import numpy as np
import pytest

from report.saving import MARK, NotWritable, counting_file, save


def test_a_page_of_ours_is_replaced_and_nothing_else(tmp_path):
    """Somebody's file stays as it is."""
    page = tmp_path / "page.html"
    save(str(page), MARK + "one")
    save(str(page), MARK + "two")
    assert page.read_text() == MARK + "two"
    page.write_text("my thesis")
    with pytest.raises(NotWritable, match="not a page that Rosetta wrote"):
        save(str(page), MARK)
    assert page.read_text() == "my thesis"
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_a_link_is_followed_and_stays(tmp_path):
    """What a link points to is written; the link is not replaced by a file."""
    target, link = tmp_path / "target.html", tmp_path / "link.html"
    link.symlink_to(target)
    save(str(link), MARK)
    assert link.is_symlink()
    assert target.read_text() == MARK


@pytest.mark.parametrize("kind", ["fifo", "stdout", "folder", "missing folder", "empty name", "long name", "/proc"])
def test_what_cannot_be_a_page_is_refused(tmp_path, kind, monkeypatch):
    """Devices and pipes are never replaced; the file system's own refusals become messages."""
    monkeypatch.chdir(tmp_path)
    names = {
        "fifo": str(tmp_path / "pipe"),
        "stdout": "-",
        "folder": str(tmp_path),
        "missing folder": str(tmp_path / "no" / "page.html"),
        "empty name": "",
        "long name": str(tmp_path / ("a" * 300)),
        "/proc": "/proc/page.html",
    }
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(NotWritable):
        save(names[kind], MARK)
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


def test_a_watched_file_gets_everything_and_tells_how_much(tmp_path):
    """By every way of writing; errors come through."""
    sizes, path = [], tmp_path / "a"
    with open(path, "wb") as file:
        to = counting_file(file, sizes.append)
        to.write(b"abc")
        to.writelines([b"de", memoryview(b"f")])
        to.write(np.frombuffer(b"ghij", np.uint8).data)
    assert path.read_bytes() == b"abcdefghij"
    assert sizes == [3, 5, 6, 10]
    with open("/dev/full", "wb", buffering=0) as full, pytest.raises(OSError, match="No space"):
        counting_file(full, sizes.append).write(b"x")
    assert sizes[-1] == 10
