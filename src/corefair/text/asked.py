"""How a pronoun question is put in words: the text, its pronoun, and what each candidate is called."""

from __future__ import annotations

from collections.abc import Sequence

from corefair.errors import DataError
from corefair.types import Document, Mention, Question

ARTICLES = frozenset(("a", "an", "the"))
_OWNERS = frozenset(("my", "our", "your", "his", "her", "their"))
_LOWERED = ARTICLES | _OWNERS | {"someone", "some", "this", "that"}


def text_of(question: Question, *, marked: bool = False) -> str:
    """The text; `marked` puts the pronoun between asterisks where the text has that word more than once.

    >>> doc = Document("d", tuple("She saw that she slept .".split()))
    >>> text_of(Question(doc, Mention(3, 4), ()), marked=True)
    'She saw that *she* slept.'
    """
    doc, pronoun = question.doc, question.pronoun
    text, places = _laid_out(doc)
    word = _words(doc, pronoun).lower()
    if marked and sum(each.lower() == word for each in doc.words) > 1:
        start, end = places[pronoun.start][0], places[pronoun.end - 1][1]
        return f"{text[:start]}*{text[start:end]}*{text[end:]}"
    return text


def pronoun_of(question: Question) -> str:
    """The pronoun, as it stands in the middle of a sentence."""
    return _words(question.doc, question.pronoun).lower()


def names_of(question: Question) -> tuple[str, ...]:
    """What the candidates are called, as in the middle of a sentence; a DataError if two share a name.

    >>> doc = Document("d", tuple("The nurse met Ann .".split()))
    >>> names_of(Question(doc, Mention(2, 3), (Mention(0, 2), Mention(3, 4))))
    ('the nurse', 'Ann')
    """
    names = tuple(_in_a_sentence(_words(question.doc, each)) for each in question.candidates)
    bare = [bare_of(name).lower() for name in names]
    if len(set(bare)) < len(bare):
        raise DataError(
            f"two candidates have the same name, {' and '.join(names)}: they cannot be told apart"
        )
    return names


def bare_of(name: str) -> str:
    """A name without its article, or whose it is.

    >>> bare_of("the construction worker"), bare_of("my sister"), bare_of("Ann")
    ('construction worker', 'sister', 'Ann')
    """
    first, _, rest = name.partition(" ")
    return rest if rest and first.lower() in ARTICLES | _OWNERS else name


def listed(names: Sequence[str]) -> str:
    """Names in a list: `a, b or c`.

    >>> listed(["the nurse", "the guest", "neither"])
    'the nurse, the guest or neither'
    """
    *before, last = names
    return f"{', '.join(before)} or {last}" if before else last


def _words(doc: Document, mention: Mention) -> str:
    text, places = _laid_out(doc)
    return text[places[mention.start][0] : places[mention.end - 1][1]]


def _laid_out(doc: Document) -> tuple[str, Sequence[tuple[int, int]]]:
    """The text of a document and where its words are; one of words only is spaced as English is."""
    if doc.text is not None and doc.offsets is not None:
        return doc.text, doc.offsets
    text, places = "", []
    for word in doc.words:
        if text and word not in (".", ",", "!", "?", ";", ":", "'s", "n't", "’s", ")", "%"):
            text += " "
        places.append((len(text), len(text) + len(word)))
        text += word
    return text, places


def _in_a_sentence(name: str) -> str:
    first, _, rest = name.partition(" ")
    return f"{first.lower()} {rest}".rstrip() if first.lower() in _LOWERED else name
