"""Answers as they come: asked once, stored at once, and never asked again."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO, cast

from corefair.suites.gap import answer_from_booleans
from corefair.systems.ask import ask
from corefair.systems.gap import Gap
from corefair.types import Answer, Case, Choice, Document, Mention, Suite, cluster_up

Progress = Callable[[int, int], None]  # answers so far, of how many


def collect(
    system: Any,
    suite: Suite,
    *,
    store: Path | None,
    name: str,
    gold: bool = False,
    progress: Progress | None = None,
) -> list[Answer]:
    """The system's answer to every case. With `store`, an interrupted run goes on where it stopped."""
    path = store / _file_name(name, suite) if store else None
    answers = _load(path) if path else {}
    rest = [case for case in suite.cases if case.id not in answers]
    docs = (with_gold(case) if gold else case.given for case in rest)
    if progress:
        progress(len(answers), len(suite.cases))
    with _appending(path) as out:
        said = _picked(system, rest) if _picks(system, suite) else ask(system, docs, len(rest))
        for case, answer in zip(rest, said, strict=True):
            answers[case.id] = _checked(answer, case.given)
            if out:
                found = {"case": case.id, **as_json(answers[case.id])}
                out.write(json.dumps(found, ensure_ascii=False) + "\n")
                out.flush()
            if progress:
                progress(len(answers), len(suite.cases))
    return [answers[case.id] for case in suite.cases]


def _picks(system: Any, suite: Suite) -> bool:
    """GAP's own form of answer, is it A and is it B, can be judged by the suite that knows A and B."""
    return isinstance(system, Gap) and suite.name == "gap"


def _picked(system: Gap, cases: Sequence[Case]) -> Iterator[Answer]:
    for case in cases:
        pick = system.picks.get(case.id)
        missing = Answer(status="error", message="no answer for this example")
        yield missing if pick is None else answer_from_booleans(case, *pick)


def _appending(path: Path | None) -> AbstractContextManager[TextIO | None]:
    if path is None:
        return nullcontext()
    path.parent.mkdir(parents=True, exist_ok=True)
    return path.open("a", encoding="utf-8")


def with_gold(case: Case) -> Document:
    """The document with its gold clusters, for a system that is meant to see them."""
    gold, given = case.gold, cast(Document, case.given)
    if isinstance(gold, Choice):
        spans = [] if gold.right is None else [[gold.pronoun, gold.candidates[gold.right]]]
        return replace(given, clusters=cluster_up(spans))
    return replace(given, clusters=gold if isinstance(gold, tuple) else ())


def as_json(answer: Answer) -> dict[str, Any]:
    """An answer for a file."""
    found: dict[str, Any] = {"clusters": answer.clusters, "status": answer.status}
    if answer.message:
        found["message"] = answer.message
    if answer.scores:
        found["scores"] = answer.scores
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
    )


def _checked(answer: Answer, doc: Document) -> Answer:
    """Spans outside the document make an answer an error: its other clusters cannot be trusted either."""
    for cluster in answer.clusters:
        for start, end in cluster:
            if not 0 <= start < end <= len(doc.words):
                message = f"span {start}:{end} is outside the document's {len(doc.words)} words"
                return Answer(status="error", message=message)
    return replace(answer, clusters=cluster_up(answer.clusters))


def _load(path: Path) -> dict[str, Answer]:
    """What an earlier run stored; a line cut short by its end, or a failure, is asked again."""
    known: dict[str, Answer] = {}
    if path.exists():
        kept: list[str] = []
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True):
            try:
                found = json.loads(line)
                answer = from_json(found)
            except (ValueError, KeyError, TypeError):
                continue
            if answer.status == "error":
                continue
            known[found["case"]] = answer
            kept.append(line if line.endswith("\n") else line + "\n")
        path.write_text("".join(kept), encoding="utf-8")
    return known


def _file_name(name: str, suite: Suite) -> str:
    """Another system, version or split of a suite, or other data, is another file."""
    facts = json.dumps([name, suite.name, suite.version, suite.split, dict(suite.data), _ids(suite.cases)])
    plain = re.sub(r"[^\w.-]+", "-", f"{name}--{suite.name}")[:80]
    return f"{plain}--{hashlib.sha256(facts.encode()).hexdigest()[:12]}.jsonl"


def _ids(cases: Sequence[Case]) -> str:
    return hashlib.sha256("\n".join(case.id for case in cases).encode()).hexdigest()
