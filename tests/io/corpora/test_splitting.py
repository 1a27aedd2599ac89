"""Text into words: quick, and to the word what the slow rule gives."""

from __future__ import annotations

import gzip
import os
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefair.errors import UnknownName
from corefair.io.corpora import numbering, splitter
from corefair.io.corpora import splitting as module
from corefair.io.plain import _TITLES, word_offsets

DATA = os.environ.get("COREFAIR_DATA")
PIECES = [
    *_TITLES.split("|"),
    "J", "I", "U.S", "don't", "Ann's", "3.5", "1,000", "12:30", "13th", "well-known", "-",
    "--", "a-", "café", "cafe\u0301s", "x²", "www.x.org/y", "https://x.org", "a.b@c.org", "ship", "NASA", "_",
    "İ", "ΟΔΟΣ", "…", "1", "a", "B",
]  # fmt: skip
SPACES = [" ", " ", " ", "\n", "  ", "\u00a0", "\t"]
text = st.lists(st.sampled_from([*PIECES, *"().,;:!?\"'’“”[]$%-@/....", *(6 * SPACES)]), max_size=20).map(
    lambda parts: "".join(parts).strip()
)


def slow(text: str) -> list[str]:
    return [text[start:end] for start, end in word_offsets(text)]


@settings(deadline=None)
@given(text)
def test_same_words_as_the_slow_rule(text: str) -> None:
    assert splitter("ours", lower=False)(text) == slow(text)
    assert splitter("ours", lower=True)(text) == [word.lower() for word in slow(text)]


@settings(deadline=None)
@given(text, text)
def test_a_text_cut_at_white_space_has_the_same_words(left: str, right: str) -> None:
    split = splitter("ours", lower=False)
    assert split(left, right[:1]) + split(right) == slow(f"{left} {right}".strip())


@settings(deadline=None)
@given(st.text())
def test_any_text_at_all(text: str) -> None:
    text = text.strip()
    assert splitter("ours", lower=False)(text) == slow(text)
    assert splitter("spaces", lower=False)(text) == text.split()


def test_every_title_and_initial_depends_on_what_follows() -> None:
    split = splitter("ours", lower=False)
    for title in _TITLES.split("|"):
        assert split(f"{title}. x") == [f"{title}.", "x"]
        assert split(f"x {title}.") == ["x", title, "."]
    assert split("J. Doe") == ["J.", "Doe"]
    assert split("J. doe") == ["J", ".", "doe"]


def test_forgetting_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_KEPT", 3)
    split = splitter("ours", lower=False)
    text = "Mr. J. Doe saw (the) J. Roe, Dr. X and the doe's 3.5 ships. " * 3
    assert split(text.strip()) == slow(text.strip())


@pytest.mark.parametrize("tokens", ["ours", "spaces"])
def test_numbers_of_known_words_alone(tokens: str) -> None:
    numbers = numbering(tokens, {"the": 0, "ship": 1, "no": 7}, lower=True)  # type: ignore[arg-type]
    assert numbers("The old ship sank The") == [0, 1, 0]
    assert numbers.of(["The", "U.S.", "NO"]) == [0, 7]


def test_unknown_way_to_cut() -> None:
    with pytest.raises(UnknownName, match="no way to cut words is called 'our'; did you mean ours"):
        splitter("our", lower=True)  # type: ignore[arg-type]


@pytest.mark.skipif(not DATA, reason="set COREFAIR_DATA to the folder of published sets")
def test_same_words_on_real_text() -> None:
    split = splitter("ours", lower=False)
    with gzip.open(Path(str(DATA)) / "corpus" / "wikipedia-2021-part.txt.gz", "rt", encoding="utf-8") as file:
        for line in islice(file, 700):
            assert split(line.strip()) == slow(line.strip())
