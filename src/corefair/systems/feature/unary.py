"""What is said of one candidate alone: templates, each with one value, some of them words.

A word that was seen too seldom in its template gives way to its tag, as in Durrett & Klein 2013.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from corefair.systems.feature.mentions import (
    ANIMACIES,
    ARTICLES,
    COLUMN,
    GENDERS,
    LABELS,
    NUMBERS,
    ROLES,
    Mentions,
    Read,
)

SURFACE = ("length", "head", "first", "last", "before", "after")
FULL = (
    *SURFACE,
    "relation", "governor", "governor relation", "article", "article length", "tag", "shape", "ending",
    "two before", "two after", "around", "gender number", "animacy label", "head seen", "text seen",
    "best match", "place", "modifiers", "holds", "speech", "it", "first of sentence", "clause",
)  # fmt: skip
LEXICAL = frozenset(("head", "first", "last", "before", "after", "governor", "two before", "two after"))
_NONE = ""
_EDGE = "-"  # beyond the document


class Unary(NamedTuple):
    """The values of each candidate in the order of `FULL`, and what stands in for its rare words."""

    values: list[tuple[str, ...]]
    instead: list[tuple[str, ...]]  # in the order of `FULL`; empty where the template has no words


def unary(read: Read, made: Mentions) -> Unary:
    """Describe every candidate of a document."""
    doc, tree, phrases, _ = read
    words, n, starts = [word.lower() for word in doc.words], len(doc.words), frozenset(doc.sentences)
    tags, lemmas = doc.tags or (_NONE,) * n, doc.layers.get("lemma", doc.words)

    def word(i: int) -> str:
        return words[i] if 0 <= i < n else _EDGE

    def tag(i: int) -> str:
        return tags[i] if 0 <= i < n else _EDGE

    column = {name: made.codes[:, at].tolist() for name, at in COLUMN.items()}
    heads_seen: dict[str, int] = {}  # the last sentence it was in
    texts_seen: dict[str, int] = {}
    words_seen: dict[str, int] = {}
    times: dict[str, int] = {}
    last_sentence = -1
    values: list[tuple[str, ...]] = []
    instead: list[tuple[str, ...]] = []
    for i, phrase in enumerate(phrases):
        (start, end), head, kind = phrase.span, phrase.head, phrase.kind
        pronoun = kind == "pronoun"
        article = ARTICLES[column["article"][i]]
        governor = phrase.governor
        below = tree.dependents[head]
        relations = {tree.relations[k] for k in below}
        length = _bucket(end - start)
        head_back = _back(heads_seen.get(phrase.word), phrase.sentence)
        text_back = _back(texts_seen.get(phrase.text), phrase.sentence) if phrase.text else "long"
        match = (
            "text" if text_back != "never" and text_back != "long"
            else "head" if head_back != "never"
            else "word" if any(each in words_seen for each in phrase.words)
            else "none"
        )  # fmt: skip
        values.append((
            str(min(end - start, 10)),
            _NONE if pronoun else words[head],
            _NONE if pronoun else words[start],
            _NONE if pronoun else words[end - 1],
            word(start - 1),
            word(end),
            phrase.relation,
            lemmas[governor].lower() if governor >= 0 else _EDGE,
            f"{ROLES[column['role'][i]]} of {tag(governor) if governor >= 0 else _EDGE}",
            article,
            f"{article} {length}",
            tags[head],
            _shape(doc.words[head], at_start=head in starts),
            _NONE if pronoun else words[head][-3:],
            word(start - 2),
            word(end + 1),
            f"{tag(start - 1)} _ {tag(end)}",
            f"{GENDERS[column['gender'][i]]} {NUMBERS[column['number'][i]]}",
            f"{ANIMACIES[column['animacy'][i]]} {LABELS[column['label'][i]]}",
            _NONE if pronoun else f"{head_back} {min(times.get(phrase.word, 0), 3)}",
            _NONE if pronoun else text_back,
            _NONE if pronoun else f"{match} {article}",
            f"{'first' if phrase.sentence == 0 else 'early' if phrase.sentence < 4 else 'later'}",
            _NONE if pronoun else str(min(len(phrase.modifiers), 4)),
            " ".join(name for name in ("acl", "appos", "nmod", "nmod:poss", "conj") if name in relations),
            "quoted" if column["quotation"][i] >= 0 else "turns" if column["conversation"][i] else "told",
            _it(words[head], governor, lemmas, tree.relations, tree.dependents) if pronoun else _NONE,
            "first" if phrase.sentence != last_sentence else "not",
            _clause(tree.relations, column["clause"][i], head),
        ))  # fmt: skip
        instead.append((
            _NONE, tags[head], tag(start), tag(end - 1), tag(start - 1), tag(end), _NONE,
            tag(governor) if governor >= 0 else _EDGE, *(_NONE,) * 6, tag(start - 2), tag(end + 1),
            *(_NONE,) * 13,
        ))  # fmt: skip
        last_sentence = phrase.sentence
        if not pronoun:
            heads_seen[phrase.word] = phrase.sentence
            times[phrase.word] = times.get(phrase.word, 0) + 1
            if phrase.text:
                texts_seen[phrase.text] = phrase.sentence
            for each in phrase.words:
                words_seen[each] = phrase.sentence
    return Unary(values, instead)


def _bucket(n: int) -> str:
    return str(n) if n < 4 else "4-6" if n < 7 else "7+"


def _back(sentence: int | None, here: int) -> str:
    """How many sentences ago, in steps."""
    if sentence is None:
        return "never"
    back = here - sentence
    for most, name in ((0, "here"), (1, "1"), (3, "2-3"), (8, "4-8"), (20, "9-20")):
        if back <= most:
            return name
    return "21+"


def _shape(word: str, *, at_start: bool) -> str:
    if not word[:1].isalpha():
        return "number" if word[:1].isdigit() else "mark"
    if word.isupper() and len(word) > 1:
        return "capitals"
    return ("Start" if at_start else "Capital") if word[:1].isupper() else "lower"


_CLAUSAL = ("ccomp", "csubj", "xcomp", "acl", "advcl")


def _it(
    word: str,
    governor: int,
    lemmas: Sequence[str],
    relations: Sequence[str],
    dependents: Sequence[Sequence[int]],
) -> str:
    """What an *it* that stands for nothing would be told by: its verb or predicate, and a clause below."""
    if word not in ("it", "its", "that", "this") or governor < 0:
        return _NONE
    below = {relations[k] for k in dependents[governor]}
    clause = next((name for name in _CLAUSAL if name in below), "none")
    copula = "be" if "cop" in below else "verb"
    return f"{word} {copula} {clause}"


def _clause(relations: Sequence[str], clause: int, head: int) -> str:
    return "head" if clause == head else relations[clause]
