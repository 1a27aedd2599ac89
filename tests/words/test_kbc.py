"""KBC: Algorithm 1 on dictionaries of a few words, and the list that ships."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefair import lists
from corefair.errors import DataError
from corefair.io.dictionaries import Dictionary, read_dictionary, usual_places
from corefair.words.forms import plural, singulars
from corefair.words.kbc import (
    first_names,
    gender_references,
    gender_words,
    kbc,
    mentions,
    shipped_definitions,
    stop_words,
)

REFERENCES = frozenset(("man", "woman", "boy", "girl"))


def dictionary(name: str, **senses: str | tuple[str, ...]) -> Dictionary:
    return Dictionary(
        name, {word: ((each,) if isinstance(each, str) else each,) for word, each in senses.items()}
    )


def kept(words: list[str], *dictionaries: Dictionary, **options: object) -> Mapping[str, str]:
    return kbc(words, dictionaries=dictionaries, seed=REFERENCES, references=REFERENCES, **options).why  # type: ignore[arg-type]


def test_the_stages_in_order() -> None:
    none = dictionary("none", sky="what is above")
    why = kept(["The", "42", "o'clock", "Mary", "woman", "sky", "unheard"], none, names=["mary"])
    assert why == {
        "The": "stop word",
        "42": "not letters",
        "o'clock": "not letters",
        "Mary": "name",
        "woman": "seed word",
    }


def test_a_reference_counts_as_a_whole_word_only() -> None:
    one = dictionary(
        "one",
        human="one of mankind, a human being",
        canal="a man-made river",
        manager="one who manages girlish boyars",
        beard="the hair of a man's face",
        gown="a dress; WOMAN",
    )
    assert kept(["human", "canal", "manager", "beard", "gown"], one) == {
        "beard": "defined by: man",
        "gown": "defined by: woman",
    }


def test_more_than_half_of_all_dictionaries_and_a_word_they_lack_counts_against() -> None:
    a = dictionary("a", beard="of a man", vest="for a man", modern="for a girl")
    b = dictionary("b", beard="hair of a man", vest="a garment")
    c = dictionary("c", beard="hair", vest="for a boy")
    assert set(kept(["beard", "vest", "modern"], a)) == {"beard", "vest", "modern"}
    assert set(kept(["beard", "vest", "modern"], a, b)) == {"beard"}  # one of two is not more than half
    assert kept(["beard", "vest", "modern"], a, b, c) == {
        "beard": "defined by: man",
        "vest": "defined by: man, boy",
    }
    assert set(kept(["beard", "vest", "modern"], a, b, absent="abstains")) == {"beard", "modern"}
    scores = kbc(["beard", "vest", "modern"], dictionaries=[a, b, c]).scores
    assert scores.tolist() == pytest.approx([2 / 3, 2 / 3, 1 / 3])


def test_first_senses_or_all() -> None:
    one = Dictionary(
        "one",
        {
            "nurse": (("one who cares for the sick", "a woman who keeps children"), ("to care",)),
            "rake": (("a tool",), ("a dissolute man",)),
        },
    )
    assert set(kept(["nurse", "rake"], one)) == {"rake"}  # first of each part of speech
    assert set(kept(["nurse", "rake"], one, senses="all")) == {"nurse", "rake"}


def test_plurals_are_looked_up_in_the_singular_unless_they_are_words() -> None:
    one = dictionary("one", duchess="a woman of rank", men="a game", glass="for a man", colors="a woman")
    assert set(kept(["duchesses", "glasses", "men", "colors", "color"], one)) == {
        "duchesses",
        "glasses",
        "colors",
    }


@pytest.mark.parametrize("word", ["duchess", "lady", "boy", "housewife", "stag", "match", "box"])
def test_the_singular_of_the_plural_is_the_word(word: str) -> None:
    assert next(singulars(plural(word))) == word


def test_what_is_no_choice_is_refused() -> None:
    one = dictionary("one", sky="above")
    with pytest.raises(DataError, match="'first' or 'all'"):
        mentions(one, REFERENCES, senses="last")  # type: ignore[arg-type]
    with pytest.raises(DataError, match="'against' or 'abstains'"):
        kbc(["sky"], dictionaries=[one], absent="for")  # type: ignore[arg-type]


@given(st.lists(st.sampled_from(["sky", "beard", "She", "x1", "bride", "zzz"]), unique=True), st.booleans())
def test_every_word_is_kept_or_not_whatever_the_others_are(words: list[str], ask: bool) -> None:
    one = dictionary("one", sky="above", beard="of a man")
    dictionaries = [one] if ask else []
    selection = kbc(words, dictionaries=dictionaries)
    assert sorted(selection.preserve + selection.change) == sorted(words)
    for word in words:
        assert (word in selection.why) == bool(kbc([word], dictionaries=dictionaries).why)


def test_without_a_dictionary_the_shipped_list_is_taken_and_said() -> None:
    selection = kbc(["beard", "bikini", "nurse", "warrior", "vest", "Captain", "king", "she", "Maria"])
    assert selection.preserve == ("beard", "bikini", "king", "she", "Maria")
    assert "no dictionary was given" in selection.notes[0]


def test_the_paper_has_these_words_on_either_side() -> None:
    """Kumar 2020, §3 and Table 11 name them."""
    words = kbc(
        ["sky", "table", "keyboard", "nurse", "warrior", "receptionist", "captain", "socialite", "farmer"]
    )
    assert words.preserve == ()
    assert kbc(["beard", "bikini", "he", "her"]).change == ()


def test_the_shipped_list_holds_its_parts_once_and_is_small() -> None:
    words = [row["word"] for row in lists.read("preserve")]
    assert words == sorted(set(words)) and all(word.isalpha() and word.islower() for word in words)
    assert set(words) == stop_words() | first_names() | gender_words() | set(shipped_definitions())
    assert len(shipped_definitions()) > 3000
    assert sum(len(row["word"]) + len(row["why"]) + 2 for row in lists.read("preserve")) < 300_000


def test_the_lists_have_no_word_twice() -> None:
    for name, column in (("gender_words", "word"), ("first_names", "name"), ("stop_words", "word")):
        values = [row[column] for row in lists.read(name)]
        assert len(values) == len(set(values)), name
    assert {row["group"] for row in lists.read("gender_words")} == {"feminine", "masculine"}
    assert len(gender_references()) == 38 and gender_references() < gender_words()


installed = all(any(place.exists() for place in usual_places(kind)) for kind in ("wordnet", "gcide"))


@pytest.mark.skipif(not installed, reason="WordNet and GCIDE are not installed (wordnet-base, dict-gcide)")
def test_the_installed_dictionaries_give_the_shipped_list() -> None:
    dictionaries = [read_dictionary(kind) for kind in ("wordnet", "gcide")]
    words = sorted({word for each in dictionaries for word in each.entries})
    live = kbc(words, dictionaries=dictionaries, absent="abstains")
    assert live.why == kbc(words).why
