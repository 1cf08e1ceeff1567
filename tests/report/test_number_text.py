"""Whole numbers as text, beyond what Python writes."""

from __future__ import annotations

import sys

import pytest

from report.number_text import all_digits, quote_value, short_digits


@pytest.mark.parametrize("number", [0, -7, 10**59, 10**60 - 1])
def test_short_numbers_stand_whole(number):
    assert all_digits(number) == short_digits(number) == quote_value(number) == str(number)


def test_a_long_number_is_told_by_its_ends():
    assert short_digits(10**60 + 5) == "100000000000...000000000005 (61 digits)"
    assert short_digits(-(10**5000)) == "-100000000000...000000000000 (5,001 digits)"
    limit = sys.get_int_max_str_digits()
    assert all_digits(10**5000) == "1" + "0" * 5000
    assert sys.get_int_max_str_digits() == limit


def test_any_value_has_a_text():
    assert quote_value("a" * 100) == repr("a" * 100)[:60]
    assert quote_value([10**5000]) == "list"
    assert quote_value(True) == "True"
