"""Mention candidates: the noun phrases, names and pronouns that the syntactic trees of a document hold.

Which words head a mention, and which of their dependents belong to it, was counted on OntoGUM's training
documents; it finds 95 % of the mentions of its development documents in gold trees, with 2.7 candidates for
each. The others are mostly verbs, which stand for what happened.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from corefair.text.pronouns import pronouns, sure_forms
from corefair.text.trees import Trees, trees
from corefair.types import Document, Mention


@dataclass(frozen=True, slots=True)
class Candidate:
    """A span that may refer to something.

    `extent` says how it was cut. Every head word has its whole `phrase`; besides there may be the
    `coordination` that the phrase begins, the phrase `bare` of appositions, `close` without what a comma sets
    off, participles, and the clauses of a name, its `core` without what follows the head, and `unmarked`,
    without the *’s* at its end. `name` is an entity that is no phrase in the tree.
    """

    span: Mention
    head: int  # the index of its head word
    kind: str  # "pronoun", "name" or "nominal"
    sentence: int  # the index of its sentence
    extent: str = "phrase"


def mention_candidates(doc: Document) -> list[Candidate]:
    """Every candidate in text order; of those that begin together the longest first, and no span twice.

    >>> doc = Document(
    ...     "d",
    ...     ("Ann", "and", "the", "nurse", "from", "Rome", "left"),
    ...     heads=(6, 3, 3, 0, 5, 3, -1),
    ...     relations=("nsubj", "cc", "det", "conj", "case", "nmod", "root"),
    ...     tags=("NNP", "CC", "DT", "NN", "IN", "NNP", "VBD"),
    ... )
    >>> for each in mention_candidates(doc):
    ...     print(*doc.words[slice(*each.span)], "|", each.kind, each.extent)
    Ann and the nurse from Rome | name coordination
    Ann | name phrase
    the nurse from Rome | nominal phrase
    the nurse | nominal core
    Rome | name phrase
    """
    if not doc.words:
        return []
    tree = trees(doc)
    tags = doc.tags or ("",) * len(doc.words)
    found: dict[Mention, Candidate] = {}
    for head, word in enumerate(doc.words):
        kind = _kind(tree, head, word, tags[head])
        if kind:
            for extent, span in _extents(doc, tree, head, kind):
                found.setdefault(span, Candidate(span, head, kind, tree.sentence_of[head], extent))
    for start, end, _ in doc.entities:
        span = Mention(start, end)
        if span not in found and tree.sentence_of[start] == tree.sentence_of[end - 1]:
            found[span] = Candidate(span, head_of(doc, span), "name", tree.sentence_of[start], "name")
    return sorted(found.values(), key=lambda each: (each.span.start, -each.span.end))


def head_of(doc: Document, span: Mention) -> int:
    """The word of a span whose syntactic head is outside it; of several the first that is no punctuation.

    Without trees it is the last word.
    """
    if doc.heads is None or doc.relations is None:
        return span.end - 1
    heads, relations = doc.heads, doc.relations
    outside = [i for i in range(*span) if not span.start <= heads[i] < span.end]
    return next((i for i in outside if relations[i] != "punct"), outside[0] if outside else span.end - 1)


_NEVER = frozenset({"flat", "fixed", "goeswith", "punct", "expl", "nmod:desc"})  # nmod:desc is a title
_ARGUMENT = frozenset({"nsubj", "obj", "iobj", "obl", "nmod"})
# Words that are no nouns head a phrase only where a noun would stand.
_WHERE = {
    **dict.fromkeys(("NUM", "DET", "X"), _ARGUMENT | {"conj", "appos", "root"}),
    **dict.fromkeys(("ADJ", "SYM"), _ARGUMENT),
}


_NOUN_TAGS = {"NN": "NOUN", "NNS": "NOUN", "NNP": "PROPN", "NNPS": "PROPN"}
_PLACES = frozenset(("here", "there"))  # adverbs that stand for a place that was named


def _kind(tree: Trees, i: int, word: str, tag: str) -> str:
    """What a word is the head of; nothing if it heads no mention."""
    coarse, relation, lowered = tree.coarse[i], tree.relations[i], word.lower()
    if (
        coarse == "VERB" and relation in _ARGUMENT
    ):  # the two taggers disagree, and it stands where a noun does
        coarse = _NOUN_TAGS.get(tag, coarse)
    if lowered in sure_forms() and (word == lowered or coarse != "PROPN" or _begins(tree, i)):
        return "pronoun" if relation != "expl" else ""  # taggers take neopronouns for anything
    if relation in _NEVER:
        return ""
    if coarse == "PRON":
        said = pronouns().get(lowered)
        kind = said.type if said else "personal"
        return "" if kind == "expletive" else "nominal" if kind == "indefinite" else "pronoun"
    if coarse == "PROPN":
        return "name"
    if coarse == "NOUN":
        return "" if relation == "compound" else "nominal"
    if coarse == "ADV" and lowered in _PLACES and relation != "expl":
        return "nominal"
    return "nominal" if relation in _WHERE.get(coarse, ()) else ""


def _begins(tree: Trees, i: int) -> bool:
    return i == 0 or tree.sentence_of[i - 1] != tree.sentence_of[i] or tree.coarse[i - 1] == "PUNCT"


_AFTER = frozenset({"det", "amod", "compound", "nmod:desc", "nummod", "flat", "fixed", "goeswith"})
_BEFORE = _AFTER | {"nmod", "nmod:poss", "acl", "dep"}
_MAY_FOLLOW = frozenset({"case", "nmod", "nmod:unmarked", "acl", "appos", "conj"})
_MARKS = 8  # a phrase has no more marks than that at its ends, so that no text is slow


def _extents(doc: Document, tree: Trees, head: int, kind: str) -> Iterator[tuple[str, Mention]]:
    """The phrase of a head word, then what else it could be, as `Candidate` explains."""
    inner: list[int] = []  # dependents that are always inside
    others: dict[str, list[int]] = {}  # those that may be, by relation
    for k in tree.dependents[head]:
        relation = tree.relations[k]
        if relation in (_BEFORE if k < head else _AFTER):
            inner.append(k)
        elif relation in _MAY_FOLLOW if k > head else relation == "cc:preconj":
            others.setdefault(relation, []).append(k)
    if not inner and not others:
        yield "phrase", Mention(head, head + 1)
        return

    def span(*relations: str) -> Mention:
        return _span(tree, head, [*inner, *(k for each in relations for k in others.get(each, ()))])

    phrase = ("case", "nmod", "acl", "appos", "nmod:unmarked")
    yield "phrase", span(*phrase)
    if "conj" in others:
        yield "coordination", span(*phrase, "conj", "cc:preconj")
    if "appos" in others or "nmod:unmarked" in others:
        yield "bare", span("case", "nmod", "acl")
    near = _close(doc, tree, others, kind)
    if len(near) < sum(map(len, others.values())):
        yield "close", _span(tree, head, [*inner, *near])
    if "nmod" in others or "acl" in others:
        yield "core", span("case")
    if "case" in others:
        yield "unmarked", span()


def _close(doc: Document, tree: Trees, others: Mapping[str, Sequence[int]], kind: str) -> list[int]:
    """Prepositional phrases, relative clauses and the *’s*, as long as no comma stands before them."""
    relations = doc.relations or ()
    return [
        k
        for relation in ("case", "nmod", "acl")
        for k in others.get(relation, ())
        if doc.words[max(tree.first[k] - 1, 0)] != ","
        and (relation != "acl" or (relations[k] == "acl:relcl" and kind != "name"))
    ]


def _span(tree: Trees, head: int, parts: Sequence[int]) -> Mention:
    """From the first word of the parts to the last, and the marks around them whose partner is inside."""
    start, last = head, head
    for k in parts:
        start = min(start, tree.first[k])
        last = max(last, tree.last[k])
    start, last = min(head, tree.word_after[start]), max(head, tree.word_before[last])
    for _ in range(_MARKS):  # such a mark may hang elsewhere in the tree
        if last + 1 < len(tree.partner) and start <= tree.partner[last + 1] <= last:
            last += 1
        elif start and start <= tree.partner[start - 1] <= last:
            start -= 1
        else:
            break
    return Mention(start, last + 1)
