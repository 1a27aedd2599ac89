"""Answers as they come: asked once, by clusters or by choice, stored at once, and never asked again."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol, TextIO, cast, get_args, runtime_checkable

from corefair.errors import DataError, UnknownName
from corefair.io import files
from corefair.systems.ask import ask as ask_documents
from corefair.systems.ask import ask_choices, chooses, resolves
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
    """An answer for each case, in order, and which way they were asked."""

    answers: list[Answer]
    asked: Way


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
    """The system's answer to every case. With `store`, an interrupted run goes on where it stopped."""
    way = way_to_ask(system, suite, ask)
    path = store / _file_name(name, suite, way, signature_of(system)) if store else None
    answers = _load(path) if path else {}
    rest = [case for case in suite.cases if case.id not in answers]
    if progress:
        progress(len(answers), len(suite.cases))
    with _appending(path) as out:
        for case, answer in zip(rest, _answers(system, suite, rest, way, gold=gold), strict=True):
            answers[case.id] = answer
            if out:
                out.write(json.dumps({"case": case.id, **as_json(answer)}) + "\n")
                out.flush()
            if progress:
                progress(len(answers), len(suite.cases))
    return Collected([answers[case.id] for case in suite.cases], way)


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


def from_json(found: dict[str, Any]) -> Answer:
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


def _answers(
    system: System, suite: Suite, cases: Sequence[Case], way: Way, *, gold: bool
) -> Iterator[Answer]:
    if way == "clusters":
        return ask_documents(system, (with_gold(case) if gold else case.given for case in cases))
    questions = [Question(case.given, case.gold.pronoun, case.gold.candidates) for case in cases]
    if isinstance(system, Links):
        return system.linked(questions)
    picked = ask_choices(system, questions)
    return (
        from_picked(each, question, forced=suite.forced)
        for each, question in zip(picked, questions, strict=True)
    )


def _appending(path: Path | None) -> AbstractContextManager[TextIO | None]:
    if path is None:
        return nullcontext()
    path.parent.mkdir(parents=True, exist_ok=True)
    return path.open("a", encoding="utf-8")


def _load(path: Path) -> dict[str, Answer]:
    """What an earlier run stored; a line cut short by its end, or a failure, is asked again."""
    known: dict[str, Answer] = {}
    if path.exists():
        kept: list[str] = []
        for line in path.read_text(encoding="utf-8", errors="replace").split("\n"):
            try:
                found = json.loads(line)
                answer = from_json(found)
            except (ValueError, KeyError, TypeError):
                continue
            if answer.status == "error":
                continue
            known[found["case"]] = answer
            kept.append(line + "\n")
        with files.writing(path) as out:
            out.writelines(kept)
    return known


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
