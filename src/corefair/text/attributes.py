"""What a mention says about whom it means: number, gender, animacy, person, and the type of entity.

Values are sets, so that a cluster has those of all its mentions; an empty set is not known, and agrees with
everything. Evidence of gender is taken in this order: pronoun lists; titles and first names; words that have
a gender by definition (*aunt*, *female* colleague); and last the counts, Bergsma & Lin's or our own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from corefair.text.gender_counts import GenderCounts
from corefair.text.mentions import Candidate, head_of
from corefair.text.names import first_names, gender_of_name, is_known_person, titles
from corefair.text.nouns import animacy_of_type, collective, gendered, noun_animacy, type_of_label
from corefair.text.pronouns import pronouns
from corefair.types import Document, Mention

_NOTHING: frozenset[str] = frozenset()
_ANIMATE = frozenset({"animate"})
_SINGULAR, _PLURAL, _EITHER = (frozenset(each.split()) for each in ("singular", "plural", "singular plural"))


@dataclass(frozen=True, slots=True)
class Attributes:
    """What is known of a mention, or of all the mentions of a cluster together."""

    number: frozenset[str]  # "singular", "plural"
    gender: frozenset[str]  # "feminine", "masculine", "neutral"
    animacy: frozenset[str]  # "animate", "inanimate"
    person: frozenset[str]  # "1", "2", "3"; pronouns only
    label: frozenset[str]  # "person", "place", "organization" …

    def __or__(self, other: Attributes) -> Attributes:
        return Attributes(
            self.number | other.number,
            self.gender | other.gender,
            self.animacy | other.animacy,
            self.person | other.person,
            self.label | other.label,
        )


def attributes(doc: Document, candidate: Candidate, *, counts: GenderCounts | None) -> Attributes:
    """The attributes of one candidate; for many of a document, `all_attributes` is faster."""
    return all_attributes(doc, [candidate], counts=counts)[0]


def all_attributes(
    doc: Document, candidates: Sequence[Candidate], *, counts: GenderCounts | None
) -> list[Attributes]:
    """The attributes of each candidate, in their order.

    >>> tree = {"heads": (1, -1), "relations": ("nmod:poss", "root")}
    >>> doc = Document("d", ("His", "aunt"), tags=("PRP$", "NN"), **tree)
    >>> his = Candidate(Mention(0, 1), 0, "pronoun", 0)
    >>> aunt = Candidate(Mention(0, 2), 1, "nominal", 0)
    >>> for each in all_attributes(doc, [his, aunt], counts=None):
    ...     print(*each.number, *each.gender, *each.animacy)
    singular masculine animate
    singular feminine animate
    """
    known = _Known(doc, _labels(doc), _coordinators(doc), _families(doc), counts)
    return [_attributes(known, each) for each in candidates]


class _Known(NamedTuple):
    """A document, and what is found in it once for all candidates."""

    doc: Document
    labels: Mapping[int, str]  # the type of the entity that a word heads
    coordinators: Mapping[int, str]  # *and* or *or*, by the first head word of what they coordinate
    families: frozenset[str]  # the last words of names that the document has in full
    counts: GenderCounts | None


def _attributes(known: _Known, candidate: Candidate) -> Attributes:
    doc, head = known.doc, candidate.head
    label = known.labels.get(head, "")
    if candidate.extent == "coordination":
        together = known.coordinators.get(head, "and") != "or"
        animacy = _animacy(doc, candidate, label)
        return Attributes(_PLURAL if together else _NOTHING, _NOTHING, animacy, _NOTHING, _set(label))
    if candidate.kind != "name":
        said = pronouns().get(doc.words[head].lower())
        if said:
            return Attributes(said.number, said.gender, said.animacy, said.person, _set(label))
        gender = _gender_of_noun(known, candidate)
    else:
        words = head_words(doc, candidate)
        is_family = len(words) == 1 and words[0] in known.families and label in ("", "person")
        if is_family or (not label and _is_person(known, candidate, words)):
            label = "person"
        # A family's name says no gender where the document tells who is meant: *Jackson* after *Ann Jackson*.
        gender = _NOTHING if is_family else _gender_of_name(known, words, label)
    number = _number(doc, candidate, label)
    # What is plural may be of both; Stanford's sieve asks no gender of it either.
    gender = _NOTHING if number == _PLURAL else gender
    return Attributes(number, gender, _animacy(doc, candidate, label), _NOTHING, _set(label))


_PART_OF_NAME = frozenset({"flat", "compound", "nmod:desc", "goeswith", "flat:name", "flat:foreign"})
_SURELY_A_NAME = 100_000  # births: *Bill* is a person, though the counts know bills as things
_LONGEST = 12  # words of a name that are looked at: more make no name, but could make a text slow


def head_words(doc: Document, candidate: Candidate) -> list[str]:
    """The head of a phrase with what is joined to it: all of a name with its titles, a noun's compounds."""
    relations = doc.relations or ()

    def belongs(i: int) -> bool:
        if candidate.kind == "name":
            return relations[i] in _PART_OF_NAME and doc.words[i][:1].isupper()
        return relations[i] == "compound"

    start = end = candidate.head
    while start > max(candidate.span.start, candidate.head - _LONGEST) and belongs(start - 1):
        start -= 1
    while end + 1 < min(candidate.span.end, candidate.head + _LONGEST) and belongs(end + 1):
        end += 1
    return list(doc.words[start : end + 1])


def _is_person(known: _Known, candidate: Candidate, words: Sequence[str]) -> bool:
    """Whether a name that has no label is a person's: known as one, and not built or counted otherwise."""
    if not is_known_person(words) or (known.doc.tags and known.doc.tags[candidate.head] == "NNPS"):
        return False
    if len(words) > 1:
        # Names of people hang on their first word; in *Sydney Opera House* it hangs on the last.
        return words[-1] != known.doc.words[candidate.head] or words[0].lower() in titles()
    if not known.counts or first_names()[words[0].lower()].births >= _SURELY_A_NAME:
        return True
    return known.counts.gender(words, name=True) != "neutral"


def _gender_of_name(known: _Known, words: Sequence[str], label: str) -> frozenset[str]:
    gender = gender_of_name(words) if label == "person" else ""
    if not gender and known.counts:
        gender = known.counts.gender(words, name=label in ("", "person"))
    return _set(gender)


def _gender_of_noun(known: _Known, candidate: Candidate) -> frozenset[str]:
    doc, head = known.doc, candidate.head
    word = doc.words[head].lower()
    said = gendered().get(word, "")
    if not said and head > candidate.span.start and doc.words[head - 1].lower() in ("female", "male"):
        said = gendered()[doc.words[head - 1].lower()]
    if not said and known.counts:
        said = known.counts.gender(head_words(doc, candidate))
    return _set(said)


def _number(doc: Document, candidate: Candidate, label: str) -> frozenset[str]:
    head, is_name = candidate.head, candidate.kind == "name"
    tag, word = doc.tags[head] if doc.tags else "", doc.words[head].lower()
    lemma = doc.layers["lemma"][head].lower() if "lemma" in doc.layers else word
    if label == "organization" and is_name:
        return _NOTHING  # *it* or *they*
    if not is_name and (lemma in collective() or word in collective()):
        return _EITHER
    if tag in ("NNS", "NNPS"):
        return _NOTHING if is_name and label in ("place", "facility") else _PLURAL  # the *United States*
    if tag == "CD":
        return _NOTHING if word[:1].isdigit() else _PLURAL
    if is_name or tag == "NN":
        return _SINGULAR
    if not tag:
        return _PLURAL if word != lemma and word.endswith("s") else _SINGULAR if word == lemma else _NOTHING
    return _NOTHING


def _animacy(doc: Document, candidate: Candidate, label: str) -> frozenset[str]:
    if label in animacy_of_type():
        return animacy_of_type()[label]
    if candidate.kind == "name":
        return _NOTHING
    word = doc.words[candidate.head].lower()
    said = pronouns().get(word)
    if said:
        return said.animacy
    lemma = doc.layers["lemma"][candidate.head].lower() if "lemma" in doc.layers else word
    if word in gendered():
        return _ANIMATE
    if doc.tags and doc.tags[candidate.head] == "CD":
        return _NOTHING  # *two* of whatever it is
    return _set(noun_animacy().get(lemma) or noun_animacy().get(word))


def _labels(doc: Document) -> Mapping[int, str]:
    """The type of the entity that each head word heads, of the widest if there are several."""
    found: dict[int, str] = {}
    for start, end, label in sorted(doc.entities, key=lambda each: each.end - each.start):
        kind = type_of_label().get(label.lower())
        if kind:
            found[head_of(doc, Mention(start, end))] = kind
    return found


def _families(doc: Document) -> frozenset[str]:
    """The last words of people's names, which hang on their first in one piece."""
    heads, relations = doc.heads or (), doc.relations or ()
    last = {head: i for i, head in enumerate(heads) if head >= 0 and relations[i].startswith("flat")}
    full = ((doc.words[head : i + 1]) for head, i in last.items() if 0 < i - head < _LONGEST)
    return frozenset(words[-1] for words in full if is_known_person(words))


def _coordinators(doc: Document) -> Mapping[int, str]:
    """By the first conjunct: the others hang on it, and *and* hangs on the one that follows."""
    heads, relations = doc.heads or (), doc.relations or ()
    found: dict[int, str] = {}
    for i, relation in enumerate(relations):
        word = _COORDINATORS.get(doc.words[i].lower()) if relation.partition(":")[0] == "cc" else None
        if word:
            conjunct = heads[i]
            first = heads[conjunct] if conjunct >= 0 and relations[conjunct] == "conj" else conjunct
            found.setdefault(first, word)
    return found


_COORDINATORS = {"and": "and", "&": "and", "or": "or", "nor": "or"}


def _set(value: str | None) -> frozenset[str]:
    return frozenset({value}) if value else _NOTHING
