"""Frames: sentences with slots, filled with words and laid out as pronoun questions.

A slot stands in square brackets. Its name is the last word in them, and what stands before it belongs to the
mention: `[The A] thanked [the B] because [NOM] had given help.`
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np

from corefair.errors import DataError
from corefair.io.plain import sentence_starts, word_offsets
from corefair.lists import read
from corefair.types import Choice, Document, Entity, Mention

FORMS = {"NOM": "nominative", "ACC": "accusative", "POS": "determiner"}  # slot -> column of pronouns.tsv
SETS = ("she", "he", "they", "xe/xem", "ze/zir")
NEO = "neopronouns"  # what the group `neo` of pronouns.tsv is called in the groups of cases
_SLOT = re.compile(r"\[(?:([^\[\]]*)\s)?([^\s\[\]]+)\]")
_ENDS = (".", "!", "?", "…")


def slots(frame: str) -> list[str]:
    """The names of a frame's slots, in order.

    >>> slots("[The A] met [the B] and greeted [ACC].")
    ['A', 'B', 'ACC']
    """
    return [match[2] for match in _SLOT.finditer(frame)]


def fill(frame: str, words: Mapping[str, str]) -> tuple[str, dict[str, tuple[int, int]]]:
    """The sentence, and the half-open characters of each slot in it; the first word gets its capital.

    >>> fill("[the A] left. [NOM] ran.", {"A": "nurse", "NOM": "ze"})
    ('The nurse left. Ze ran.', {'A': (0, 9), 'NOM': (16, 18)})
    """
    text, done, places = "", 0, {}
    for match in _SLOT.finditer(frame):
        text += frame[done : match.start()]
        done = match.end()
        piece = " ".join(part for part in (match[1], words[match[2]]) if part)
        if not text.strip() or text.rstrip().endswith(_ENDS):
            piece = piece[:1].upper() + piece[1:]
        places[match[2]] = (len(text), len(text) + len(piece))
        text += piece
    return text + frame[done:], places


def ask(
    case_id: str,
    frame: str,
    words: Mapping[str, str],
    *,
    candidates: Sequence[str],
    pronoun: str,
    right: str,
) -> tuple[Document, Choice]:
    """The filled frame as a document, and the question it asks; the candidates are named by their slots."""
    text, places = fill(frame, words)
    doc = document(case_id, text, [places[slot] for slot in candidates])
    mentions = {slot: mention_at(doc, *place) for slot, place in places.items()}
    in_order = sorted(candidates, key=lambda slot: mentions[slot])
    return doc, Choice(
        mentions[pronoun],
        tuple(mentions[slot] for slot in in_order),
        tuple(words[slot] for slot in in_order),
        in_order.index(right),
    )


def document(doc_id: str, text: str, candidates: Sequence[tuple[int, int]] = ()) -> Document:
    """A text in words; the candidates, as characters, become its entities."""
    offsets = word_offsets(text)
    doc = Document(
        doc_id,
        tuple(text[start:end] for start, end in offsets),
        sentence_starts(text, offsets),
        text=text,
        offsets=tuple(offsets),
    )
    return with_people(doc, [mention_at(doc, *place) for place in candidates])


def with_people(doc: Document, mentions: Sequence[Mention]) -> Document:
    """The same document without gold, its candidates marked as persons."""
    people = tuple(Entity(start, end, "PERSON") for start, end in sorted(set(mentions)))
    return Document(doc.id, doc.words, doc.sentences, text=doc.text, offsets=doc.offsets, entities=people)


def mention_at(doc: Document, start: int, end: int) -> Mention:
    """The words that these characters touch."""
    touched = [i for i, (begin, stop) in enumerate(doc.offsets or ()) if begin < end and start < stop]
    if not touched:
        raise DataError(f"document {doc.id!r}: no word at characters {start} to {end}")
    return Mention(touched[0], touched[-1] + 1)


def pronoun_sets(names: Sequence[str] = SETS) -> list[dict[str, str]]:
    """Rows of pronouns.tsv by set, in this order; `short` and `gender` are the groups it puts a case in."""
    rows = {row["set"]: row for row in read("pronouns")}
    return [
        {**rows[name], "short": name.partition("/")[0], "gender": gender_of(rows[name])} for name in names
    ]


def gender_of(pronouns: Mapping[str, str]) -> str:
    """The gender of a row of pronouns.tsv in words: feminine, masculine, neutral or neopronouns."""
    return NEO if pronouns["group"] == "neo" else pronouns["group"]


def forms_of(pronouns: Mapping[str, str]) -> dict[str, str]:
    """The forms of a set by slot: {"NOM": "she", …}."""
    return {slot: pronouns[column] for slot, column in FORMS.items()}


def stereotype(gender: str, side: str, *, is_right: bool) -> dict[str, str]:
    """Whether the occupation's majority points to the right answer; neutral pronouns have no such side."""
    if gender not in ("feminine", "masculine"):
        return {}
    return {"stereotype": "pro" if (gender == side) == is_right else "anti"}


def cue_accuracy(texts: Sequence[str], answers: Sequence[str], scenes: Sequence[str]) -> float:
    """How well the words of a frame alone tell its answer: naive Bayes, each scene judged by all others.

    A tie counts one half. Frames of one scene share their words on purpose, so they are held out together.

    >>> cue_accuracy(["[A] ran", "[A] ran", "[A] sat", "[A] sat"], ["x", "x", "y", "y"], list("abcd"))
    1.0
    """
    bags = [{word.lower() for word in re.findall(r"\w+", _SLOT.sub(" ", text))} for text in texts]
    column = {word: i for i, word in enumerate(sorted(set().union(*bags)))}
    has = np.zeros((len(texts), len(column)))  # [n_frames, n_words]
    for row, bag in enumerate(bags):
        has[row, [column[word] for word in bag]] = 1
    is_one = np.array(answers) == sorted(set(answers))[0]
    score = 0.0
    for scene in sorted(set(scenes)):
        held = np.array(scenes) == scene
        one, other = ((has[~held & side].sum(axis=0) + 1) for side in (is_one, ~is_one))
        n_one, n_other = ((~held & side).sum() + 1 for side in (is_one, ~is_one))
        weights = np.log(one / one.sum()) - np.log(other / other.sum())
        lean = has[held] @ weights + np.log(n_one / n_other)
        score += np.where(np.abs(lean) < 1e-9, 0.5, (lean > 0) == is_one[held]).sum()
    return float(score / len(texts))
