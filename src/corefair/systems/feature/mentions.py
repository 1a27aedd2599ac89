"""The candidates of a document in numbers: what the compiled kernel reads of each to describe a pair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corefair.text.gender_counts import GenderCounts
from corefair.text.mentions import mention_candidates
from corefair.text.phrases import STOP, Phrase, choose, phrases_of
from corefair.text.pronouns import pronouns
from corefair.text.speech import Speech, listen
from corefair.text.trees import Trees, trees
from corefair.types import Document

TYPES = ("nominal", "name", "list", "i", "we", "you", "he", "she", "it", "they", "this", "who")
GENDERS = ("unknown", "masculine", "feminine", "neutral", "several")
NUMBERS = ("unknown", "singular", "plural", "either")
ANIMACIES = ("unknown", "animate", "inanimate")
LABELS = ("none", "person", "place", "organization", "time", "group", "object", "other")
ROLES = (
    "other", "subject", "passive subject", "object", "indirect object", "oblique", "modifier", "possessor",
    "apposition", "conjunct", "root", "vocative",
)  # fmt: skip
ARTICLES = ("bare", "indefinite", "definite", "demonstrative", "possessed", "name", "pronoun", "counted")
PERSONS = ("", "i", "we", "you", "third")
_ROLE_OF = {
    "nsubj": 1, "csubj": 1, "nsubj:pass": 2, "obj": 3, "iobj": 4, "obl": 5, "nmod": 6, "nmod:poss": 7,
    "appos": 8, "conj": 9, "root": 10, "vocative": 11, "dislocated": 11, "ccomp": 10, "parataxis": 10,
}  # fmt: skip
# Columns of `Mentions.codes`; the kernel knows them by number.
COLUMNS = (
    "type", "sentence", "start", "end", "head", "word", "lemma", "text", "core", "number", "gender",
    "animacy", "label", "role", "governor", "clause", "voice", "said_by", "article", "reflexive", "person",
    "quotation", "last", "first", "abbreviation", "initials", "seen", "turn", "predicate_of", "apposed_to",
    "governor_lemma", "conversation", "subject",
)  # fmt: skip
COLUMN = {name: i for i, name in enumerate(COLUMNS)}


class Read(NamedTuple):
    """A document as it was read: its trees, candidates, and who speaks."""

    doc: Document
    tree: Trees
    phrases: Sequence[Phrase]
    speech: Speech


@dataclass(frozen=True, slots=True)
class Mentions:
    """Everything a pair of candidates is described by; words are numbered within the document."""

    codes: NDArray[np.int32]  # [n, n_columns]
    words: NDArray[np.int32]  # content words, sorted within each candidate
    words_at: NDArray[np.int32]  # [n + 1]: where those of a candidate begin
    modifiers: NDArray[np.int32]
    modifiers_at: NDArray[np.int32]
    clauses: NDArray[np.int32]  # [n_words]: of the head word of each clause, that of the clause around it

    def __len__(self) -> int:
        return len(self.codes)


def read_candidates(
    doc: Document,
    *,
    counts: GenderCounts | None,
    scheme: str = "ontonotes",
    phrases: Sequence[Phrase] | None = None,
) -> Read:
    """The candidates of an analysed document: one phrase a head word, and the coordinations they begin."""
    if not doc.words:  # nothing was there to be analysed
        doc = replace(doc, tags=(), heads=(), relations=())
    if phrases is None:
        phrases = phrases_of(
            doc, choose(mention_candidates(doc), scheme=scheme), counts=counts, scheme=scheme
        )
    return Read(doc, trees(doc), phrases, listen(doc, phrases))


def describe(read: Read) -> Mentions:
    """The candidates in numbers."""
    doc, tree, phrases, speech = read
    number_of: dict[str, int] = {"": 0}

    def numbered(text: str) -> int:
        return number_of.setdefault(text, len(number_of))

    n_words = len(doc.words)
    heads = doc.heads or (-1,) * n_words
    lemmas = doc.layers.get("lemma", doc.words)
    clause_of, clauses = _clauses(read)
    at_head = {phrase.head: i for i, phrase in enumerate(phrases) if phrase.kind != "list"}
    predicate_of = _predicates(tree, heads)
    subject_of = _subjects(tree, heads)
    voices: dict[str, int] = {}
    turns = _turns(speech.voices)
    seen: dict[str, int] = {}
    conversation = len(set(speech.voices)) > 1 and not speech.quotations
    codes = np.zeros((len(phrases), len(COLUMNS)), dtype=np.int32)
    words: list[list[int]] = []
    modifiers: list[list[int]] = []
    for i, phrase in enumerate(phrases):
        head, (start, end) = phrase.head, phrase.span
        known = phrase.attributes
        names = _name_words(doc, phrase) if phrase.kind == "name" else []
        by = speech.speaker(head)
        codes[i] = (
            type_of(phrase),
            phrase.sentence,
            start,
            end,
            head,
            numbered(phrase.word),
            numbered("lemma " + lemmas[head].lower())
            if phrase.kind != "name"
            else numbered("lemma " + phrase.word),
            numbered(phrase.text),
            numbered(phrase.core),
            _number(known.number),
            _gender(known.gender),
            _animacy(known.animacy),
            _label(known.label),
            role_of(phrase.relation),
            phrase.governor,
            clause_of[head],
            voices.setdefault(speech.voices[head], len(voices)),
            -1 if by is None else by,
            article_of(doc, phrase),
            phrase.kind == "pronoun" and phrase.word.endswith(("self", "selves")),
            PERSONS.index(phrase.person),
            speech.quotation_at.get(head, -1),
            numbered(names[-1]) if names else 0,
            numbered(names[0]) if names else 0,
            *(numbered(each) if each else 0 for each in _abbreviations(doc, phrase)),
            seen.get(phrase.word, 0),
            turns[head],
            at_head.get(predicate_of.get(head, -1), -1),
            at_head.get(phrase.governor, -1) if phrase.relation == "appos" else -1,
            numbered("lemma " + lemmas[phrase.governor].lower()) if phrase.governor >= 0 else 0,
            conversation,
            at_head.get(subject_of.get(phrase.governor, -1), -1)
            if role_of(phrase.relation) in _ACTED_ON
            else -1,
        )
        if phrase.kind != "pronoun":
            seen[phrase.word] = seen.get(phrase.word, 0) + 1
        words.append(sorted(map(numbered, phrase.words)))
        modifiers.append(sorted(map(numbered, phrase.modifiers)))
    return Mentions(codes, *_packed(words), *_packed(modifiers), np.array(clauses, dtype=np.int32))


def type_of(phrase: Phrase) -> int:
    """The number in `TYPES`: nominal, name or list, or which pronoun it is a form of."""
    if phrase.kind != "pronoun":
        return TYPES.index(phrase.kind)
    return _pronoun_types().get(phrase.word, TYPES.index("it"))


_MADE: dict[str, int] = {}


def _pronoun_types() -> Mapping[str, int]:
    if not _MADE:
        for form, said in pronouns().items():
            if said.type in ("personal", "reflexive"):
                if "3" not in said.person:
                    name = "you" if "2" in said.person else "i" if "plural" not in said.number else "we"
                elif said.gender:
                    (gender,) = said.gender
                    name = {"masculine": "he", "feminine": "she"}.get(gender, "it")
                else:
                    name = "they"
            else:
                name = "who" if said.type == "relative" else "this"
            _MADE[form] = TYPES.index(name)
    return _MADE


def role_of(relation: str) -> int:
    """The number in `ROLES`."""
    return _ROLE_OF.get(relation) or _ROLE_OF.get(relation.partition(":")[0], 0)


_DEMONSTRATIVE = frozenset(("this", "that", "these", "those", "such"))
_INDEFINITE = frozenset(("a", "an", "some", "any", "another", "every", "each", "no"))


def article_of(doc: Document, phrase: Phrase) -> int:
    """The number in `ARTICLES`: how the phrase begins."""
    if phrase.kind == "pronoun":
        return 6
    start, _ = phrase.span
    first = doc.words[start].lower()
    if first == "the":
        return 2
    if first in _DEMONSTRATIVE and start != phrase.head:
        return 3
    if first in _INDEFINITE:
        return 1
    if phrase.kind == "name":
        return 5
    tag = doc.tags[start] if doc.tags else ""
    if phrase.definite:
        return 4
    return 7 if tag == "CD" else 0


def _number(values: frozenset[str]) -> int:
    return 3 if len(values) > 1 else NUMBERS.index(next(iter(values), "unknown"))


def _gender(values: frozenset[str]) -> int:
    return 4 if len(values) > 1 else GENDERS.index(next(iter(values), "unknown"))


def _animacy(values: frozenset[str]) -> int:
    return 0 if len(values) > 1 else ANIMACIES.index(next(iter(values), "unknown"))


def _label(values: frozenset[str]) -> int:
    label = next(iter(values), "none")
    return LABELS.index(label) if label in LABELS else LABELS.index("other")


_CLAUSES = frozenset(("ccomp", "advcl", "acl", "csubj", "parataxis", "root", "xcomp"))


def _clauses(read: Read) -> tuple[list[int], list[int]]:
    """Of each word the head of its clause, and of each such head the head of the clause around it."""
    doc, tree, *_ = read
    n = len(doc.words)
    clause_of, around = [-1] * n, [-1] * n
    order = [i for i in range(n) if not _has_head(doc, tree, i)]
    for i in order:
        order.extend(tree.dependents[i])
    for i in order:
        above = clause_of[doc.heads[i]] if doc.heads and _has_head(doc, tree, i) else -1
        verbal = tree.coarse[i] in ("VERB", "AUX")
        if above < 0 or tree.relations[i] in _CLAUSES or (tree.relations[i] == "conj" and verbal):
            clause_of[i], around[i] = i, above
        else:
            clause_of[i] = above
    for i in range(n):  # words of a circle, which is no tree
        if clause_of[i] < 0:
            clause_of[i] = i
    return clause_of, around


def _has_head(doc: Document, tree: Trees, i: int) -> bool:
    head = doc.heads[i] if doc.heads else -1
    return 0 <= head < len(doc.words) and head != i and tree.sentence_of[head] == tree.sentence_of[i]


def _predicates(tree: Trees, heads: Sequence[int]) -> dict[int, int]:
    """Each noun that is a predicate with be, and the head of its subject."""
    copulas = {heads[i] for i, relation in enumerate(tree.relations) if relation == "cop"}
    return {
        heads[i]: i
        for i, relation in enumerate(tree.relations)
        if relation == "nsubj" and heads[i] in copulas and tree.coarse[heads[i]] in ("NOUN", "PROPN", "PRON")
    }


_ACTED_ON = frozenset((3, 4, 5))  # roles beside a subject: objects and obliques
_SHARED = 4  # verbs that a subject may be shared by, one below the other


def _subjects(tree: Trees, heads: Sequence[int]) -> dict[int, int]:
    """The head of the subject of each verb: its own, or one that it shares.

    In *she called him and told her* the second verb has that of the first; in *she asked him to tell her* it
    is the object of the first that tells, and where there is none the subject. In a third of the training
    documents of OntoGUM and LitBank an object pronoun is its verb's own subject 3 times of 238, and one that
    the verb shares 4 times of 68: too few to be learned apart, and alike enough to be learned together.
    """
    own = {heads[i]: i for i, relation in enumerate(tree.relations) if relation in ("nsubj", "nsubj:pass")}
    objects = {heads[i]: i for i, relation in enumerate(tree.relations) if relation == "obj"}
    found = dict(own)
    for verb, relation in enumerate(tree.relations):
        above, at = relation, verb
        for _ in range(_SHARED):
            if at in own or above not in ("conj", "xcomp") or not 0 <= heads[at] < len(heads):
                break
            controlled = above == "xcomp" and heads[at] in objects
            at = heads[at]
            if controlled:
                found[verb] = objects[at]
                break
            if at in own:
                found[verb] = own[at]
            above = tree.relations[at]
    return found


def _turns(voices: Sequence[str]) -> list[int]:
    """The number of the turn each word is in."""
    turns, turn = [], 0
    for i, voice in enumerate(voices):
        turn += i > 0 and voice != voices[i - 1]
        turns.append(turn)
    return turns


_LONGEST = 12  # words of a name that are looked at


def _name_words(doc: Document, phrase: Phrase) -> list[str]:
    start, end = phrase.span
    return [
        doc.words[i].lower()
        for i in range(max(start, phrase.head - _LONGEST), min(end, phrase.head + _LONGEST))
        if doc.words[i][:1].isupper()
    ]


def _abbreviations(doc: Document, phrase: Phrase) -> tuple[str, str]:
    """A phrase as the abbreviation it may be, and the one it may have: *NASA* of capitals, or from them."""
    if phrase.kind not in ("name", "nominal"):
        return "", ""
    start, end = phrase.span
    if end - start == 1:
        word = doc.words[start].replace(".", "")
        return ("letters " + word, "") if 2 <= len(word) <= 8 and word.isupper() else ("", "")
    if end - start > _LONGEST:
        return "", ""
    letters = "".join(
        word[0] for word in doc.words[start:end] if word[:1].isupper() and word.lower() not in STOP
    )
    return "", "letters " + letters if len(letters) > 1 else ""


def _packed(rows: Sequence[Sequence[int]]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    at = np.zeros(len(rows) + 1, dtype=np.int32)
    np.cumsum([len(row) for row in rows], out=at[1:])
    return np.array([each for row in rows for each in row], dtype=np.int32), at
