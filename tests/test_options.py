"""Options as text: read as what the constructor takes, and what is wrong with them said by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Optional

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefair import options
from corefair.errors import DataError, UnknownName
from corefair.options import options_of, parse
from corefair.registry import mitigators, systems

if TYPE_CHECKING:
    from corefair.auditing.report import Report as OnlyForCheckers


@dataclass(frozen=True, kw_only=True)
class Kettle:
    """Boils water.

    `heat` is how hot. With `whistle` it says so; the `colour` is for looks.
    """

    heat: float = 99.5
    litres: int = 2  # how much it holds
    whistle: bool = True
    colour: Literal["red", "blue"] = "red"
    lid: str | None = None
    at: Path | str = "kitchen"
    cups: int | Literal["many"] = 4
    label: Annotated[str, "what is painted on it"] = ""
    handles: Sequence[tuple[int, int]] = field(default_factory=list)
    told: Callable[[str], None] | None = None
    report: OnlyForCheckers | None = None

    def __post_init__(self) -> None:
        if self.heat > 100:
            raise DataError(f"water does not get as hot as {self.heat}")


class BigKettle(Kettle):
    """Boils more water."""


class Plain:
    def __init__(self, size, *, shape="round", weight=1.5, lid=None) -> None:  # type: ignore[no-untyped-def]
        self.given = (size, shape, weight, lid)


LISTED = "heat=99.5, litres=2, whistle=true, colour=red, lid=none, at=kitchen, cups=4, label="


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("heat=7", 7.0),
        ("heat=1e2", 100.0),
        ("litres=3", 3),
        ("whistle=false", False),
        ("whistle=Yes", True),
        ("whistle=0", False),
        ("colour=blue", "blue"),
        ("lid=none", None),
        ("lid=None", None),
        ("lid=glass", "glass"),
        ("at=a/b=c", "a/b=c"),
        ("cups=many", "many"),
        ("cups=6", 6),
        (" label = two words ", "two words"),
        ("label=none", "none"),  # a text that may not be None
    ],
)
@pytest.mark.parametrize("thing", [Kettle, BigKettle])
def test_each_is_read_as_what_it_is(thing: type, setting: str, value: object) -> None:
    found = parse("kettle", thing, [setting])
    assert list(found.values()) == [value] and type(next(iter(found.values()))) is type(value)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("heat=hot", f"kettle: heat is a number, not 'hot'; its options are {LISTED}"),
        ("heat=nan", "heat is a number, not 'nan'"),
        ("litres=1.5", "litres is a whole number, not '1.5'"),
        ("whistle=si", "whistle is true or false, not 'si'"),
        ("cups=few", "cups is many or a whole number, not 'few'"),
        ("heat", f"kettle: options are written name=value, not 'heat'; its options are {LISTED}"),
    ],
)
def test_what_cannot_be_read(setting: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        parse("kettle", Kettle, [setting])
    assert message in str(caught.value)


def test_unknown_names_and_words_offer_near_ones() -> None:
    with pytest.raises(
        UnknownName, match=r"no option of kettle is called 'heet'; did you mean heat\? \(known: heat"
    ):
        parse("kettle", Kettle, ["heet=1"])
    with pytest.raises(UnknownName, match=r"no colour of kettle is called 'rad'; did you mean red\?"):
        parse("kettle", Kettle, ["colour=rad"])
    for name in ("handles", "told", "report"):  # for Python alone
        with pytest.raises(UnknownName, match=f"no option of kettle is called '{name}'"):
            parse("kettle", Kettle, [f"{name}=1"])
    with pytest.raises(UnknownName, match="no option of kettle is called 'heat'"):
        parse("kettle", Kettle, ["heat=1"], but=("heat",))
    with pytest.raises(DataError, match="kettle: heat is given twice"):
        parse("kettle", Kettle, ["heat=1", "heat=2"])


def test_options_without_a_type_go_by_their_default() -> None:
    found = parse("plain", Plain, ["size=big", "shape=none", "weight=2", "lid=none"])
    assert options.make("plain", Plain, found).given == ("big", "none", 2.0, None)
    assert [str(each) for each in options_of(Plain).values()] == [
        "size=…",
        "shape=round",
        "weight=1.5",
        "lid=none",
    ]
    with pytest.raises(DataError, match="plain needs size; its options are size=…, shape=round"):
        options.make("plain", Plain, {})


def test_making_says_whose_options_they_are() -> None:
    assert options.make("kettle", Kettle, {"heat": 3.0, "handles": [(1, 2)]}).handles == [(1, 2)]
    with pytest.raises(
        DataError, match=r"kettle: water does not get as hot as 101; its options are heat=99.5, "
    ):
        options.make("kettle", Kettle, {"heat": 101})
    with pytest.raises(UnknownName, match="no option of kettle is called 'leed'; did you mean lid"):
        options.make("kettle", Kettle, {"leed": 1})


def test_what_options_mean() -> None:
    meanings = options.meanings(BigKettle)
    assert list(meanings) == list(options_of(Kettle))
    assert meanings["heat"] == "`heat` is how hot."
    assert meanings["litres"] == "how much it holds"
    assert (
        meanings["whistle"] == meanings["colour"] == "With `whistle` it says so; the `colour` is for looks."
    )
    assert meanings["lid"] == ""


def test_what_is_said_to_tools_is_no_meaning() -> None:
    class Pot:
        """A pot."""

        def __init__(self, litres: int = 2) -> None:  # the one line with its name before this
            self.litres = litres
            litres = 2 *litres  # fmt: skip
            self.size = litres

    assert options.meanings(Pot) == {"litres": ""}


def test_functions_and_built_in_things_have_options_too() -> None:
    def boil(*, minutes: Optional[int] = None, **others: Any) -> int | None:  # noqa: UP045
        return minutes

    assert options.make("boil", boil, parse("boil", boil, ["minutes=4"])) == 4
    assert options_of(dict) == {}


SETTINGS = {
    "heat": st.floats(allow_nan=False),
    "litres": st.integers(),
    "whistle": st.booleans(),
    "colour": st.sampled_from(["red", "blue"]),
}


@given(st.fixed_dictionaries({}, optional=SETTINGS))
def test_what_python_writes_is_read_again(values: dict[str, object]) -> None:
    assert parse("kettle", Kettle, [f"{name}={value}" for name, value in values.items()]) == values


@given(st.fixed_dictionaries({}, optional=SETTINGS))
def test_commas_separate_settings(values: dict[str, object]) -> None:
    settings = [f"{name}={value}" for name, value in values.items()]
    assert options.split(", ".join(settings)) == settings


@pytest.mark.parametrize("registry", [systems, mitigators], ids=["system", "mitigator"])
def test_defaults_of_ours_can_be_written_as_they_are_shown(registry: Any) -> None:
    """What help and errors list can be given back: it changes nothing."""
    for name in registry:
        for option in options_of(registry[name]).values():
            if option.as_text and isinstance(option.default, str | int | float | None):
                assert parse(name, registry[name], [str(option)]) == {option.name: option.default}
