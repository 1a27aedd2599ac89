"""Answers as they come: asked once, by clusters or by choice, stored at once, and never asked again."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol, cast, get_args, runtime_checkable

from corefair.errors import DataError, UnknownName
from corefair.runs.journal import Journal
from corefair.systems.ask import Doubt, ask_choices, chooses, resolves
from corefair.systems.ask import ask as ask_documents
from corefair.systems.checking import check_answer
from corefair.types import (
    Answer,
    Case,
    Choice,
    Document,
    Mention,
    Picked,
    Question,
    Suite,
    System,
    Way,
    cluster_up,
)

Ask = Literal["auto", "clusters", "choice"]
Progress = Callable[[int, int], None]  # answers so far, of how many


@runtime_checkable
class Links(Protocol):
    """GAP's own form of answer: which of the candidates are linked, none, one or both."""

    def linked(self, questions: Iterable[Question]) -> Iterator[Answer]: ...


class Collected(NamedTuple):
    """An answer for each case, in order, which way they were asked, and why they may not be believed."""

    answers: list[Answer]
    asked: Way
    problems: tuple[str, ...] = ()


def collect(
    system: System,
    suite: Suite,
    *,
    store: Path | None,
    name: str,
    ask: Ask = "auto",
    gold: bool = False,
    progress: Progress | None = None,
) -> Collected:
    """The system's answer to every case. With `store`, an interrupted run goes on where it stopped.

    Each answer is stored at once, the last when the system has ended: what comes after its last answer may
    cast doubt on all of them, and then none is kept.
    """
    way = way_to_ask(system, suite, ask)
    path = store / _file_name(name, suite, way, signature_of(system)) if store else None
    problems: list[str] = []
    with Journal(path, keep=_is_answered) if path else nullcontext() as journal:
        answers = _known(journal.records if journal else [], suite)
        rest = [case for case in suite.cases if case.id not in answers]
        if progress:
            progress(len(answers), len(suite.cases))
        given = _answers(system, suite, rest, way, gold=gold, doubt=problems.append)
        for case, answer in zip(rest, given, strict=True):
            answers[case.id] = answer
            if journal and case is not rest[-1]:
                journal.add({"case": case.id, **as_json(answer)})
            if progress:
                progress(len(answers), len(suite.cases))
        if journal and rest and not problems:
            journal.add({"case": rest[-1].id, **as_json(answers[rest[-1].id])})
    if path and problems:
        path.unlink(missing_ok=True)
    return Collected([answers[case.id] for case in suite.cases], way, tuple(problems))


def way_to_ask(system: System, suite: Suite, ask: Ask = "auto") -> Way:
    """Whether to ask for clusters or for a choice; a DataError if the system or the suite cannot be asked so.

    A suite whose cases are all pronoun questions can be asked by choice. Of itself a system that can choose
    is asked so where the suite forces a choice, and where it can do nothing else; GAP's own form of answer,
    is it A and is it B, wherever there are candidates.
    """
    if ask not in get_args(Ask):
        raise UnknownName("way to ask", ask, get_args(Ask))
    has_candidates = bool(suite.cases) and all(isinstance(case.gold, Choice) for case in suite.cases)
    can_choose = chooses(system) or isinstance(system, Links)
    if ask == "auto":
        prefers = isinstance(system, Links) or suite.forced
        ask = "choice" if (can_choose and has_candidates and prefers) or not resolves(system) else "clusters"
    if ask == "clusters" and not resolves(system):
        raise DataError("the system chooses among candidates: it cannot be asked for clusters")
    if ask == "choice" and not can_choose:
        raise DataError("the system finds clusters: it cannot be asked to choose among candidates")
    if ask == "choice" and not has_candidates:
        raise DataError(f"{suite.name} gives no candidates to choose among: it is asked for clusters")
    return ask


def with_gold(case: Case) -> Document:
    """The document with its gold clusters, for a system that is meant to see them."""
    gold, given = case.gold, cast(Document, case.given)
    if isinstance(gold, Choice):
        spans = [] if gold.right is None else [[gold.pronoun, gold.candidates[gold.right]]]
        return replace(given, clusters=cluster_up(spans))
    return replace(given, clusters=gold if isinstance(gold, tuple) else ())


def from_picked(picked: Picked, question: Question, *, forced: bool) -> Answer:
    """A choice as an answer: the pronoun with the candidate taken, and the score of each.

    On a tie, or where none of them is likelier still and the choice is not forced, nothing is linked.
    """
    best = picked.best(forced=forced)
    clusters = [] if best is None else [[question.pronoun, question.candidates[best]]]
    scores = zip(question.candidates, picked.scores, strict=picked.status == "ok")
    return Answer(
        cluster_up(clusters),
        picked.status,
        picked.message,
        tuple((question.pronoun, candidate, score) for candidate, score in scores),
        picked.takes,
    )


def as_json(answer: Answer) -> dict[str, Any]:
    """An answer for a file."""
    found: dict[str, Any] = {"clusters": answer.clusters, "status": answer.status}
    if answer.message:
        found["message"] = answer.message
    if answer.scores:
        found["scores"] = answer.scores
    if answer.takes:
        found["takes"] = answer.takes
    return found


def from_json(found: Mapping[str, Any]) -> Answer:
    """An answer from a file."""
    return Answer(
        cluster_up(found["clusters"]),
        found["status"],
        found.get("message", ""),
        tuple(
            (Mention(*one), Mention(*other), float(value)) for one, other, value in found.get("scores", ())
        ),
        tuple(found.get("takes", ())),
    )


def _known(records: Iterable[Mapping[str, Any]], suite: Suite) -> dict[str, Answer]:
    """What an earlier run stored of these cases, as far as it is an answer to them."""
    stored = {record["case"]: from_json(record) for record in records}
    known = {case.id: check_answer(stored[case.id], case.given) for case in suite.cases if case.id in stored}
    return {name: answer for name, answer in known.items() if answer.status != "error"}


def _is_answered(record: Mapping[str, Any]) -> bool:
    """Whether it need not be asked again: a failure is."""
    return isinstance(record["case"], str) and from_json(record).status != "error"


def _answers(
    system: System, suite: Suite, cases: Sequence[Case], way: Way, *, gold: bool, doubt: Doubt
) -> Iterator[Answer]:
    if way == "clusters":
        docs = (with_gold(case) if gold else case.given for case in cases)
        return ask_documents(system, docs, doubt=doubt)
    questions = [Question(case.given, case.gold.pronoun, case.gold.candidates) for case in cases]
    if isinstance(system, Links):
        return system.linked(questions)
    picked = ask_choices(system, questions, doubt=doubt)
    return (
        from_picked(each, question, forced=suite.forced)
        for each, question in zip(picked, questions, strict=True)
    )


def signature_of(system: object) -> dict[str, str]:
    """What a system says its answers depend on: of a language model the model, the prompt, how it decodes."""
    return {str(key): str(value) for key, value in dict(getattr(system, "signature", {})).items()}


def _file_name(name: str, suite: Suite, way: Way, signature: dict[str, str]) -> str:
    """Another system, way to ask, version or split of a suite, or other data, is another file."""
    facts: list[object] = [name, suite.name, suite.version, suite.split, dict(suite.data), _ids(suite.cases)]
    facts += [way, *([signature] if signature else [])]
    plain = re.sub(r"[^\w.-]+", "-", f"{name}--{suite.name}")[:80]
    return f"{plain}--{hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:12]}.jsonl"


def _ids(cases: Sequence[Case]) -> str:
    return hashlib.sha256("\n".join(case.id for case in cases).encode()).hexdigest()
