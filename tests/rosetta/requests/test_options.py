"""Options: fields of requests that check themselves, and know what people call them."""

from __future__ import annotations

import dataclasses

import pytest

from rosetta.foundation.errors import InputError
from rosetta.requests.kinds import NATURAL, POSITIVE, SWITCH
from rosetta.requests.options import Flag, OptionGroup, Request, keywords_of, option, options_of, request


@request
class CakeRequest(Request):
    """A cake."""

    layers: int = option(POSITIVE, "how many layers", default=1, kw_only=False)
    candles: int | None = option(NATURAL, "", default=None, flags=(
        Flag(name="--no-candles", kind=SWITCH, help="none", default=False),
        Flag(name="--candles", kind=NATURAL, help="so many"),
    ), combine=lambda values: 0 if values["no_candles"] else values["candles"])  # fmt: skip
    lit: bool = option(SWITCH, "with fire", default=False, group=OptionGroup.MORE, flag="--fire")
    baker: int | None = option(NATURAL, "", default=None, flag="", keyword_help="Who bakes it.")

    def check_options(self) -> None:
        if self.lit and not self.candles:
            raise InputError(f"{self.word('lit')}: there is nothing to light; see {self.word('candles')}")


def test_a_request_is_a_frozen_record_whose_values_are_checked():
    cake = CakeRequest(3, candles=5, lit=True)
    assert (cake.layers, cake.candles, cake.lit, cake.baker) == (3, 5, True, None)
    with pytest.raises(dataclasses.FrozenInstanceError):
        cake.layers = 4
    with pytest.raises(InputError, match=r"^layers: expected a whole number from 1 on, found 0$"):
        CakeRequest(0)
    with pytest.raises(TypeError):
        CakeRequest(1, 2)


def test_messages_call_an_option_as_the_asker_does():
    with pytest.raises(InputError, match=r"^lit: there is nothing to light; see candles$"):
        CakeRequest(lit=True)
    with pytest.raises(InputError, match=r"^--fire: there is nothing to light; see --no-candles$"):
        CakeRequest.of_flags({"lit": True})
    with pytest.raises(InputError, match=r"^--layers: expected"):
        CakeRequest.of_flags({"layers": 0})


def test_several_flags_give_one_option():
    by_name = {each.name: each for each in options_of(CakeRequest)}
    values = {"no_candles": False, "candles": 7, "layers": 2, "fire": True}
    assert by_name["candles"].value_from(values) == 7
    assert by_name["candles"].value_from({**values, "no_candles": True}) == 0
    assert by_name["lit"].value_from(values) is True
    assert by_name["baker"].flags == ()


def test_a_program_reads_of_what_needs_no_name_first_and_of_the_usual_options_next():
    assert [each.name for each in keywords_of(CakeRequest)] == ["layers", "candles", "baker", "lit"]
