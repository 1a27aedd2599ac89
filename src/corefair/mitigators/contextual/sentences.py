"""Words in sentences: gendered ones and occupations in sentences that say no gender, or from a corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from corefair import lists
from corefair.errors import DataError
from corefair.geometry.direction import definitional_pairs
from corefair.types import Document

_SLOT = "_"
_FITS = {
    "she": "subject", "he": "subject", "her": "owner", "his": "owner", "herself": "self", "himself": "self",
    "mary": "name", "john": "name", "female": "describing", "male": "describing",
    "feminine": "describing", "masculine": "describing",
}  # fmt: skip
_NEUTRAL = 250
_NO_NOUNS = ("hers", "him")  # which no sentence of ours fits


class Occurrence(NamedTuple):
    """A word in its text."""

    word: str
    doc: Document
    place: int


def labelled_words() -> dict[str, str]:
    """Words that are feminine or masculine by definition, with their group; the definitional pairs too."""
    found = {row["word"]: row["group"] for row in lists.read("gender_words")}
    for feminine, masculine in definitional_pairs():
        found |= {feminine: "feminine", masculine: "masculine"}
    return {word: group for word, group in found.items() if word not in _NO_NOUNS}


def neutral_words() -> list[str]:
    """Job titles of one word, none of them gender-specific, about as many as there are words of a gender."""
    gendered = {row["word"] for row in lists.read("preserve")} | labelled_words().keys()
    titles = [row["title"] for row in lists.read("job_titles") if row["title"].isalpha()]
    neutral = [title for title in titles if title.lower() not in gendered]
    return neutral[:: max(1, len(neutral) // _NEUTRAL)]


def n_carriers() -> int:
    """How many sentences there are for a word."""
    return min(Counter(row["fits"] for row in lists.read("carriers")).values())


def in_carriers(words: Iterable[str], carriers: Collection[int] | None = None) -> list[Occurrence]:
    """Each word in each of its sentences, or in those of these numbers."""
    by_kind: dict[str, list[str]] = {}
    for row in lists.read("carriers"):
        by_kind.setdefault(row["fits"], []).append(row["sentence"])
    chosen = range(n_carriers()) if carriers is None else carriers
    return [
        _carried(word, by_kind[_FITS.get(word, "noun")][number], number)
        for word in words
        for number in chosen
    ]


def in_corpus(docs: Iterable[Document], words: Collection[str], *, per_word: int) -> list[Occurrence]:
    """The first occurrences of these words in the documents, whatever their case."""
    wanted, seen = frozenset(words), Counter[str]()
    found = []
    for doc in docs:
        for place, word in enumerate(map(str.lower, doc.words)):
            if word in wanted and seen[word] < per_word:
                seen[word] += 1
                found.append(Occurrence(word, doc, place))
    return found


def check_pairs(found: Sequence[Occurrence]) -> None:
    """Raise a DataError unless both words of a definitional pair are among them."""
    here = {each.word for each in found}
    if not any({*pair} <= here for pair in definitional_pairs()):
        raise DataError("the corpus has no definitional pair, such as she and he: name a larger one")


def _carried(word: str, sentence: str, number: int) -> Occurrence:
    words = sentence.split()
    place = words.index(_SLOT)
    words[place] = word.capitalize() if _FITS.get(word) == "name" else word
    return Occurrence(word, Document(f"{word}-{number}", tuple(words)), place)


def by_document(found: Sequence[Occurrence]) -> Mapping[int, list[tuple[int, Occurrence]]]:
    """The occurrences of each document, with their places in the list; documents by identity."""
    grouped: dict[int, list[tuple[int, Occurrence]]] = {}
    for row, each in enumerate(found):
        grouped.setdefault(id(each.doc), []).append((row, each))
    return grouped
