"""A pronoun question cut where its pronoun and candidates begin and end, and what was answered, in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from corefair.auditing.report import Judged
from corefair.report.wording import listed
from corefair.types import Answer, Choice

NO_SPACE_BEFORE = re.compile(r"[.,;:!?)\]%…”]+|['’]\w*|n['’]t")
NO_SPACE_AFTER = frozenset("([“")
FAILED = {"refused": "refused to answer", "error": "failed"}


class Piece(NamedTuple):
    """Words that are marked alike: as the pronoun, as a candidate (by number), as both or neither."""

    text: str
    pronoun: bool
    candidate: int | None


def pieces(words: Sequence[str], gold: Choice) -> list[Piece]:
    """The sentence from left to right, blanks between the pieces included.

    >>> gold = Choice((3, 4), ((0, 2), (3, 5)), ("nurse", "boss"), 0)
    >>> pieces(("The", "nurse", "met", "her", "boss", "."), gold)[0]
    Piece(text='The nurse', pronoun=False, candidate=0)
    >>> "".join(piece.text for piece in pieces(("The", "nurse", "met", "her", "boss", "."), gold))
    'The nurse met her boss.'
    """
    spans = (gold.pronoun, *gold.candidates)
    cuts = sorted({0, len(words), *(at for span in spans for at in span if 0 <= at <= len(words))})
    made = []
    for start, end in pairwise(cuts):
        pronoun = gold.pronoun[0] <= start < gold.pronoun[1]
        candidate = next((i for i, each in enumerate(gold.candidates) if each[0] <= start < each[1]), None)
        if start and _space(words[start - 1], words[start]):
            made.append(Piece(" ", False, None))
        made.append(Piece(sentence(words[start:end]), pronoun, candidate))
    return made


def sentence(words: Sequence[str]) -> str:
    """Words as a text, with blanks where English has them."""
    parts = [word if i == 0 or not _space(words[i - 1], word) else f" {word}" for i, word in enumerate(words)]
    return "".join(parts)


def _space(before: str, after: str) -> bool:
    return before not in NO_SPACE_AFTER and not NO_SPACE_BEFORE.fullmatch(after)


def outcome(row: Judged) -> str:
    """`linked to nurse, wrong; right: surgeon`: whom the pronoun was linked to, and who is right instead."""
    gold, linked = row.gold, row.linked or ()
    failed = FAILED.get(row.answer.status) if isinstance(row.answer, Answer) else None
    if gold is None:
        return failed or ""
    to = f"linked to {listed([gold.names[i] for i in linked])}" if linked else "not linked"
    if row.right is None:
        return failed or f"{to}; none of them is right"
    return (
        f"{failed or to}, right"
        if row.right
        else f"{failed or to}, wrong; right: {gold.names[gold.right or 0]}"
    )
