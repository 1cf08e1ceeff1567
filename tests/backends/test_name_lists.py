"""Lists of names in one text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from backends.name_lists import read_names, write_names

NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\\"), min_size=1).map(str.strip).filter(bool)


def test_names_are_separated_by_commas():
    assert read_names("cpsat, cnf:glucose42,cpsat") == ["cpsat", "cnf:glucose42"]
    assert read_names(r"external:./a\, b,cpsat") == ["external:./a, b", "cpsat"]
    assert read_names("cpsat,") == ["cpsat", ""]


@given(st.lists(NAMES, min_size=1, unique=True))
def test_a_written_list_is_read_as_its_names(names):
    assert read_names(write_names(names)) == names
