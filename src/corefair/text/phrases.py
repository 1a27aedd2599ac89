"""What may be mentioned: one phrase a head word, with all that the passes ask about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from corefair.text.attributes import Attributes, all_attributes
from corefair.text.mentions import Candidate, mention_candidates
from corefair.text.names import titles
from corefair.text.pronouns import pronouns
from corefair.types import Document, Mention

# fmt: off
STOP = frozenset((
    "a", "an", "the", "of", "at", "on", "upon", "in", "to", "from", "out", "as", "so", "such", "or", "and",
    "those", "this", "these", "that", "for", "is", "was", "am", "are", "'s", "’s", "been", "were", "be", "by",
    "with",
))
_DEFINITE = frozenset(("the", "this", "that", "these", "those"))
_GENITIVES = frozenset(("'s", "’s", "'S", "’S", "'", "’"))
# fmt: on
PERSONAL = ("personal", "reflexive")
_PLURAL = frozenset(("plural",))
EXTENTS = {  # what a phrase is, by scheme: the last of these that a head has
    "ontonotes": ("phrase",),
    "litbank": ("phrase", "bare", "close"),
    "short": ("phrase", "bare", "core"),
}
LONGEST = 40  # words of a phrase that are looked at: no name is longer, and nested clauses may be endless


@dataclass(slots=True)
class Phrase:
    """A mention in the making."""

    span: Mention
    head: int
    sentence: int
    kind: str  # pronoun, name, nominal or list
    word: str  # its head, in lower case
    text: str  # all of it in lower case; empty if too long to be said twice
    core: str  # the same up to a comma or a relative clause after its head
    words: frozenset[str]  # without articles, prepositions and the like, nor titles before a name
    modifiers: frozenset[str]  # the nouns, adjectives, numbers and verbs beside its head
    attributes: Attributes
    person: str  # i, we, you; "third" for he, she, it, they and the like; empty for all others
    relation: str  # of its head to
    governor: int  # this word, or -1
    definite: bool  # a name, or begun by an article, demonstrative or possessive


def choose(candidates: Iterable[Candidate], *, scheme: str) -> list[tuple[Candidate, str]]:
    """The phrase of each head, and the coordination it begins, with their kinds.

    In the scheme of OntoNotes an apposition and a genitive 's are part of the phrase; in LitBank's they are
    not, nor what a comma sets off; in the short one nothing is that follows the head.
    """
    phrase_of: dict[int, Candidate] = {}
    coordinations = []
    for each in candidates:
        if each.extent == "coordination":
            coordinations.append((each, "list"))
        elif each.extent in EXTENTS[scheme]:
            phrase_of[each.head] = each  # a shorter phrase comes after a longer one
    chosen = [*((each, each.kind) for each in phrase_of.values()), *coordinations]
    return sorted(chosen, key=lambda each: (each[0].span.start, -each[0].span.end))


def phrases_of(
    doc: Document,
    chosen: Sequence[tuple[Candidate, str]],
    *,
    counts: Any,
    scheme: str = "ontonotes",
    they: str = "either",
) -> list[Phrase]:
    """The phrases of these candidates, in their order."""
    lowered = [word.lower() for word in doc.words]
    n = len(lowered)
    tags, heads = doc.tags or ("",) * n, doc.heads or (-1,) * n
    relations = doc.relations or ("",) * n
    surname = _last_of_names(doc)
    known_of = all_attributes(doc, [each for each, _ in chosen], counts=counts)
    made = []
    for (each, kind), known in zip(chosen, known_of, strict=True):
        head, (start, last) = each.head, without_genitive(doc, each)
        seen = range(max(start, head - LONGEST), min(last, head + LONGEST))
        content = [i for i in seen if lowered[i] not in STOP and lowered[i][:1].isalnum()]
        name = surname.get(head, head) if kind == "name" else head
        name = name if name < last else head
        if kind == "name":  # *Ms. Lopez* is *Maria Lopez*: a title tells by its gender only
            content = [i for i in content if i == name or lowered[i] not in titles()]
        cut = name + 1
        while cut < seen.stop and lowered[cut] != "," and tags[cut][:1] != "W":
            cut += 1
        short = last - start <= LONGEST
        person = _person(lowered[head]) if kind == "pronoun" else ""
        if they == "plural" and person == "third" and len(known.number) == 2:
            known = replace(known, number=_PLURAL)
        made.append(
            Phrase(
                span=each.span if scheme == "ontonotes" else Mention(start, last),
                head=head,
                sentence=each.sentence,
                kind=kind,
                word=lowered[name],
                text=" ".join(lowered[start:last]) if short else "",
                core=" ".join(lowered[start:cut]) if cut - start <= LONGEST else "",
                words=frozenset(lowered[i] for i in content),
                modifiers=frozenset(
                    lowered[i] for i in content if i != name and tags[i][:1] in "NJCV" and tags[i] != "CC"
                ),
                attributes=known,
                person=person,
                relation=relations[head],
                governor=heads[head],
                definite=kind == "name"
                or lowered[start] in _DEFINITE
                or tags[start] == "PRP$"
                or any(lowered[i] in _GENITIVES for i in range(seen.start, head)),
            )
        )
    return made


def without_genitive(doc: Document, candidate: Candidate) -> Mention:
    """The span of a candidate but for a genitive *'s* at its end: as all schemes but OntoNotes' have it."""
    start, end = candidate.span
    is_genitive = end - 1 > candidate.head and doc.words[end - 1] in _GENITIVES
    return Mention(start, end - is_genitive)


def _last_of_names(doc: Document) -> dict[int, int]:
    """From the first word of a flat name, its head in Universal Dependencies, to the last: the surname."""
    pairs = zip(range(len(doc.words)), doc.heads or (), doc.relations or (), strict=False)
    return {head: word for word, head, relation in pairs if relation.startswith("flat")}


def _person(form: str) -> str:
    said = pronouns().get(form)
    if said is None or said.type not in PERSONAL:
        return ""
    if "3" in said.person:
        return "third"
    return "you" if "2" in said.person else "i" if "singular" in said.number else "we"


def find_phrases(
    doc: Document, *, counts: Any, scheme: str = "ontonotes", they: str = "either"
) -> list[Phrase]:
    """The phrases of an analysed document, in text order: a longer one before those that begin with it."""
    chosen = choose(mention_candidates(doc), scheme=scheme)
    return phrases_of(doc, chosen, counts=counts, scheme=scheme, they=they)
