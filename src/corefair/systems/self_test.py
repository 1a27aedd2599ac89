"""Six sentences with one possible answer each: a system that links none of them is broken, not fair."""

from __future__ import annotations

from typing import Any

from corefair.systems.ask import ask
from corefair.systems.module import Module
from corefair.types import Answer, Document, Entity, Mention

# The person, and the pronoun that can be no one else.
_SENTENCES = (
    ("The woman", "was late because", "she", "had missed the bus ."),
    ("The man", "said that", "he", "was hungry ."),
    ("My sister", "lost the keys when", "she", "was on holiday ."),
    ("My brother", "called because", "he", "had forgotten the address ."),
    ("Someone", "called and said that", "they", "would be late ."),
    ("The student", "was tired because", "they", "had worked all night ."),
)


def self_test(system: Any) -> list[str]:
    """What is wrong with a system, in sentences for its user; an empty list is fine.

    At least half of the links must be found, in whatever form the person is given, as long as it ends with
    the right word. Answers from files, and systems that set `self_tested = False` because one candidate says
    nothing about them, are not tested.
    """
    if not getattr(system, "self_tested", True):
        return []
    docs = [_document(i, *parts) for i, parts in enumerate(_SENTENCES)]
    answers = list(ask(Module(system), docs, len(docs)))  # spans checked, and failures kept apart
    failed = [answer.message for answer in answers if answer.status == "error"]
    refused = sum(answer.status == "refused" for answer in answers)
    n_right = sum(_is_linked(doc, answer) for doc, answer in zip(docs, answers, strict=True))
    problems = (
        [f"fails on {len(failed)} of {len(docs)} simple sentences; the first: {failed[0]}"] if failed else []
    )
    if refused:
        problems.append(f"refuses {refused} of {len(docs)} simple sentences")
    if not any(len(cluster) > 1 for answer in answers for cluster in answer.clusters):
        problems.append("links nothing, even where only one answer is possible")
    elif 2 * n_right < len(docs):
        problems.append(f"finds {n_right} of {len(docs)} links where only one answer is possible")
    return problems


def _document(number: int, person: str, before: str, pronoun: str, after: str) -> Document:
    words = f"{person} {before} {pronoun} {after}".split()
    text = " ".join(words[:-1]) + words[-1]
    offsets, at = [], 0
    for word in words:
        at = text.index(word, at)
        offsets.append((at, at + len(word)))
        at += len(word)
    people = (Entity(0, len(person.split()), "PERSON"),)
    return Document(f"self-test-{number}", tuple(words), text=text, offsets=tuple(offsets), entities=people)


def _is_linked(doc: Document, answer: Answer) -> bool:
    (_, end, _), words = doc.entities[0], _SENTENCES[int(doc.id.rpartition("-")[2])]
    at = end + len(words[1].split())
    pronoun = Mention(at, at + 1)
    return any(
        pronoun in cluster and any(mention.start < end == mention.end for mention in cluster)
        for cluster in answer.clusters
    )
