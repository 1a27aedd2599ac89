"""Dictionaries: three formats written by hand, and the installed ones where there are any."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from corefair.errors import DataError, UnknownName
from corefair.io.dictionaries import read_dictionary, usual_places

SYNSETS = {
    "noun": [
        ("bride", "", 'a woman who has just been married; "here comes the man\'s bride"'),
        ("bride", " @i 00000001 n 0000", "a man who made clocks in 1700"),
        ("vest", "", "a garment without sleeves"),
        ("vest", "", "a man's undergarment"),
        ("rock_wren", "", "a bird"),
    ],
    "verb": [("vest", "", "give power to")],
    "adj": [],
    "adv": [],
}


def wordnet_files(folder: Path) -> Path:
    """A WordNet of these synsets: the index lists a lemma's synsets in their order."""
    folder.mkdir()
    for part, synsets in SYNSETS.items():
        places: dict[str, list[str]] = {}
        data = index = "  1 a licence that speaks of a man  \n"
        for at, (lemma, pointers, gloss) in enumerate(synsets):
            places.setdefault(lemma, []).append(f"{at:08d}")
            data += f"{at:08d} 06 {part[0]} 01 {lemma} 0 001{pointers} | {gloss}  \n"
        for lemma, offsets in places.items():
            index += f"{lemma} {part[0]} {len(offsets)} 1 @ {len(offsets)} 0 {' '.join(offsets)}  \n"
        (folder / f"data.{part}").write_text(data, encoding="utf-8")
        (folder / f"index.{part}").write_text(index, encoding="utf-8")
    return folder


NURSE = r"""Nurse \Nurse\ (n[^u]rs), n. [OE. nourse, fr. L. nutricia
   a woman. See {Nourish}.]
   1. One who nourishes; as:
      (a) A person who has the care of the sick; as, the old
          man's nurse. --Shak.
      [1913 Webster]

            The nurse of manly sentiment, a boy.
                                                  --Burke.

   2. A lieutenant. "A boy's game."

   Syn: Woman; girl.

   {Wet nurse}, a woman who suckles.

"""
WIDOW = r"""Widow \Wid"ow\, v. t. [imp. & p. p. {Widowed}.]
   To bereave of a husband; -- said of a woman.
   [1913 Webster]

"""
PARIS = r"""Paris \Par"is\ prop. n.
   A man of Troy.

"""
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def base64(number: int) -> str:
    return (base64(number // 64) if number >= 64 else "") + DIGITS[number % 64]


def gcide_files(folder: Path, *, packed: bool = True) -> Path:
    text, index = "", ""
    for entry, heads in (
        (NURSE, ["Nurse", "Wet nurse", "Nursed"]),
        (WIDOW, ["Widow", "Widowed"]),
        (PARIS, ["Paris"]),
    ):
        index += "".join(f"{head}\t{base64(len(text))}\t{base64(len(entry))}\n" for head in heads)
        text += entry
    (folder / "tiny.index").write_text(index, encoding="utf-8")
    if packed:
        (folder / "tiny.dict.dz").write_bytes(gzip.compress(text.encode()))
    else:
        (folder / "tiny.dict").write_bytes(text.encode())
    return folder / "tiny.index"


def test_wordnet_has_senses_in_the_order_of_its_index_without_examples_and_instances(tmp_path: Path) -> None:
    wordnet = read_dictionary(f"wordnet:{wordnet_files(tmp_path / 'dict')}")
    assert wordnet.name == "wordnet"
    assert wordnet.entries == {
        "bride": (("a woman who has just been married;",),),
        "vest": (("a garment without sleeves", "a man's undergarment"), ("give power to",)),
    }


def test_wordnet_is_found_where_the_environment_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WNSEARCHDIR", str(wordnet_files(tmp_path / "dict")))
    assert len(read_dictionary("wordnet")) == 2


def test_a_wordnet_that_does_not_fit_together_is_refused_with_its_line(tmp_path: Path) -> None:
    folder = wordnet_files(tmp_path / "dict")
    (folder / "index.noun").write_text("bride n 1 1 @ 1 0 99999999  \n", encoding="utf-8")
    with pytest.raises(DataError, match=r"index\.noun:1: no such synset in data\.noun"):
        read_dictionary(f"wordnet:{folder}")
    (folder / "data.noun").write_text("00000000 06 n 01 bride 0 000\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"data\.noun:1: a synset without a gloss"):
        read_dictionary(f"wordnet:{folder}")


@pytest.mark.parametrize("packed", [True, False])
def test_gcide_keeps_what_defines_and_only_under_its_own_headword(tmp_path: Path, packed: bool) -> None:
    gcide = read_dictionary(f"gcide:{gcide_files(tmp_path, packed=packed)}")
    assert gcide.entries == {
        "nurse": (("One who nourishes; as: (a) A person who has the care of the sick;", "A lieutenant."),),
        "widow": (("To bereave of a husband; -- said of a woman.",),),
    }


def test_gcide_may_be_named_by_either_of_its_files(tmp_path: Path) -> None:
    index = gcide_files(tmp_path)
    assert (
        read_dictionary(f"gcide:{index}").entries
        == read_dictionary(f"gcide:{tmp_path / 'tiny.dict.dz'}").entries
    )


def test_a_broken_gcide_says_where(tmp_path: Path) -> None:
    index = gcide_files(tmp_path)
    for line, message in (
        ("Nurse\tA", "expected a headword and two numbers"),
        ("Nurse\tA\t*", "expected a headword and two numbers"),
        ("Nurse\tA\tZZZZ", "beyond the end of the text"),
    ):
        index.write_text(line + "\n", encoding="utf-8")
        with pytest.raises(DataError, match=rf"tiny\.index:1: .*{message}"):
            read_dictionary(f"gcide:{index}")
    (tmp_path / "tiny.dict.dz").write_bytes(b"not gzip")
    with pytest.raises(DataError, match=r"tiny\.dict\.dz: cannot be read"):
        read_dictionary(f"gcide:{index}")
    (tmp_path / "tiny.dict.dz").unlink()
    with pytest.raises(DataError, match=r"neither tiny\.dict\.dz nor tiny\.dict"):
        read_dictionary(f"gcide:{index}")


def test_lines_of_one_word_are_its_senses(tmp_path: Path) -> None:
    path = tmp_path / "own.tsv"
    path.write_text("word\tdefinition\nBride\ta woman\nbride\ta bar\nrock wren\ta bird\n\n", encoding="utf-8")
    own = read_dictionary(path)
    assert own.entries == {"bride": (("a woman", "a bar"),)} and own.name == "own.tsv"
    assert read_dictionary(str(path)).entries == own.entries


def test_a_table_that_is_none_says_where(tmp_path: Path) -> None:
    path = tmp_path / "own.tsv"
    for text, message in (
        (b"bride a woman\n", r"own\.tsv:1: no tab"),
        (b"bride\ta \xff\n", r"own\.tsv:1: not UTF-8"),
        (b"42\ta number\n", r"own\.tsv: no word of letters"),
    ):
        path.write_bytes(text)
        with pytest.raises(DataError, match=message):
            read_dictionary(path)
    with pytest.raises(DataError, match="cannot be read"):
        read_dictionary(tmp_path / "none.tsv")
    with pytest.raises(UnknownName, match="did you mean wordnet"):
        read_dictionary("wordnt")


def test_what_is_not_installed_names_the_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("corefair.io.dictionaries.usual_places", lambda kind: [tmp_path / kind])
    with pytest.raises(DataError, match="wordnet-base"):
        read_dictionary("wordnet")
    with pytest.raises(DataError, match="dict-gcide"):
        read_dictionary("gcide")


@pytest.mark.skipif(
    not any(place.exists() for place in usual_places("wordnet")),
    reason="WordNet is not installed (Debian: wordnet-base)",
)
def test_the_installed_wordnet() -> None:
    wordnet = read_dictionary("wordnet")
    assert len(wordnet) > 50_000
    assert wordnet.entries["actress"] == (("a female actor",),)
