"""Sentences with one possible answer each: a system that links none of them, or all, is broken, not fair."""

from __future__ import annotations

from collections.abc import Sequence

from corefair.systems.ask import ask, ask_choices, resolves
from corefair.types import Answer, Cluster, Document, Entity, Mention, Picked, Question, System

# The person, and the pronoun that can be no one else.
_SENTENCES = (
    ("The woman", "was late because", "she", "had missed the bus ."),
    ("The man", "said that", "he", "was hungry ."),
    ("My sister", "lost the keys when", "she", "was on holiday ."),
    ("My brother", "called because", "he", "had forgotten the address ."),
    ("Someone", "called and said that", "they", "would be late ."),
    ("The student", "was tired because", "they", "had worked all night ."),
)
# Four more for systems that choose: a broken language model may be right by luck on a few.
_QUESTIONS = (
    *_SENTENCES,
    ("The girl", "laughed because", "she", "had heard a joke ."),
    ("The boy", "ran home because", "he", "was afraid of the dog ."),
    ("My aunt", "said that", "she", "would cook dinner ."),
    ("My uncle", "slept because", "he", "was tired ."),
)
# Two people who cannot be one, for one does something to the other, and a pronoun that is one of them.
_APART = (
    ("The woman", "thanked", "the man", "because", "he", "had helped ."),
    ("My brother", "visited", "my sister", "when", "she", "was ill ."),
    ("The man", "called", "the woman", "because", "she", "had missed the bus ."),
    ("The girl", "met", "the boy", "before", "he", "went home ."),
)
_THING = "The table was green ."  # which neither misses a bus nor calls


def self_test(system: System) -> list[str]:
    """What is wrong with a system, in sentences for its user; an empty list is fine.

    At least half of the links must be found, in whatever form the person is given, as long as it ends with
    the right word; and in more than half of the sentences with two people they must not be made one. A system
    that only chooses is asked ten, each with one about a table before or after, in turn, and has to choose
    between the person and the table: scores that are all alike link nothing, and scores turned upside down
    are found out, while one that always takes the first passes, as a baseline may. Answers from files, and
    systems that set `self_tested = False` because one candidate says nothing about them, are not tested.
    """
    if not getattr(system, "self_tested", True):
        return []
    if not resolves(system):
        return _of_choices(system)
    doubts: list[str] = []
    docs = [_document(i) for i in range(len(_SENTENCES))]
    apart = [_two_people(i) for i in range(len(_APART))]
    answers = list(ask(system, [*docs, *apart], doubt=doubts.append))
    linked, parted = answers[: len(docs)], answers[len(docs) :]
    n_right = sum(_is_linked(i, answer) for i, answer in enumerate(linked))
    any_link = any(len(cluster) > 1 for answer in linked for cluster in answer.clusters)
    return [*_failures(answers), *_verdict(n_right, any_link), *_merging(apart, parted), *doubts]


def _of_choices(system: System) -> list[str]:
    questions = [_question(i) for i in range(len(_QUESTIONS))]
    doubts: list[str] = []
    picked = list(ask_choices(system, questions, doubt=doubts.append))
    best = [each.best(forced=True) for each in picked]
    n_right = sum(
        taken is not None and question.candidates[taken] == _person(question.doc)
        for i, (question, taken) in enumerate(zip(questions, best, strict=True))
    )
    any_link = any(taken is not None for taken in best)
    return [*_failures(picked), *_verdict(n_right, any_link, of=len(questions)), *doubts]


def _failures(replies: Sequence[Answer] | Sequence[Picked]) -> list[str]:
    failed = [reply.message for reply in replies if reply.status == "error"]
    refused = sum(reply.status == "refused" for reply in replies)
    problems = []
    if failed:
        problems.append(f"fails on {len(failed)} of {len(replies)} simple sentences; the first: {failed[0]}")
    if refused:
        problems.append(f"refuses {refused} of {len(replies)} simple sentences")
    return problems


def _verdict(n_right: int, any_link: bool, *, of: int = len(_SENTENCES)) -> list[str]:
    if not any_link:
        return ["links nothing, even where only one answer is possible"]
    if 2 * n_right < of:
        return [f"finds {n_right} of {of} links where only one answer is possible"]
    return []


def _merging(docs: Sequence[Document], answers: Sequence[Answer]) -> list[str]:
    """Whether two people are made one, or one pronoun is said to be both."""
    merged = [doc for doc, answer in zip(docs, answers, strict=True) if _is_merged(doc, answer)]
    if 2 * len(merged) < len(docs):
        return []
    whole = sum(
        any(
            {mention.start for mention in cluster} >= set(range(len(doc.words)))
            for cluster in answer.clusters
        )
        for doc, answer in zip(docs, answers, strict=True)
    )
    what = "puts every word into one cluster" if whole == len(docs) else "makes two people one"
    return [f"{what} in {len(merged)} of {len(docs)} sentences where they cannot be, as in: {merged[0].text}"]


def _is_merged(doc: Document, answer: Answer) -> bool:
    one, other = ({cluster for cluster in answer.clusters if _names(each, cluster)} for each in doc.entities)
    pronoun = {cluster for cluster in answer.clusters if Mention(at := _said(doc), at + 1) in cluster}
    return bool(one & other or (one & pronoun and other & pronoun))


def _names(person: Entity, cluster: Cluster) -> bool:
    return any(person.start <= mention.start < person.end == mention.end for mention in cluster)


def _said(doc: Document) -> int:
    """Where the pronoun is in a sentence with two people."""
    return next(at for at, word in enumerate(doc.words) if word in ("he", "she"))


def _two_people(number: int) -> Document:
    one, verb, other, *_ = (part.split() for part in _APART[number])
    at = len(one) + len(verb)
    people = (Entity(0, len(one), "PERSON"), Entity(at, at + len(other), "PERSON"))
    return _spelled(f"self-test-apart-{number}", [" ".join(_APART[number]).split()], people)


def _document(number: int, *, before: str = "", after: str = "") -> Document:
    sentences = [each.split() for each in (before, " ".join(_QUESTIONS[number]), after) if each]
    first, person = len(before.split()), _QUESTIONS[number][0].split()
    people = (Entity(first, first + len(person), "PERSON"),)
    return _spelled(f"self-test-{number}", sentences, people)


def _spelled(name: str, sentences: Sequence[Sequence[str]], people: tuple[Entity, ...]) -> Document:
    words = [word for sentence in sentences for word in sentence]
    text = " ".join(" ".join(sentence[:-1]) + sentence[-1] for sentence in sentences)
    offsets, at = [], 0
    for word in words:
        at = text.index(word, at)
        offsets.append((at, at + len(word)))
        at += len(word)
    starts = [sum(map(len, sentences[:i])) for i in range(len(sentences))]
    return Document(
        name,
        tuple(words),
        tuple(starts),
        text=text,
        offsets=tuple(offsets),
        entities=people,
    )


def _question(number: int) -> Question:
    doc = _document(number, **{("before", "after")[number % 2]: _THING})
    at = doc.words.index("table")
    people = sorted([_person(doc), Mention(at - 1, at + 1)])
    return Question(doc, _pronoun(number, doc), tuple(people))


def _is_linked(number: int, answer: Answer) -> bool:
    doc = _document(number)
    pronoun, end = _pronoun(number, doc), _person(doc).end
    return any(
        pronoun in cluster and any(mention.start < end == mention.end for mention in cluster)
        for cluster in answer.clusters
    )


def _person(doc: Document) -> Mention:
    ((start, end, _),) = doc.entities
    return Mention(start, end)


def _pronoun(number: int, doc: Document) -> Mention:
    at = _person(doc).end + len(_QUESTIONS[number][1].split())
    return Mention(at, at + 1)
