"""Answers that were written before, one JSON object a line: a predictions.jsonl file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from corefair.errors import DataError
from corefair.io import files
from corefair.io.json_fields import load, split_lines
from corefair.systems.outside.exchange import read_answer
from corefair.types import Answer, Document


class Predictions:
    """Looks each document up by its id; one that is not in the file is answered with an error.

    Characters are counted in the line's `text`, or else in the document's. A line that is no JSON object, or
    has no id, spoils only itself: `bad_lines` says what is wrong with each, `warnings` that there are any. A
    file without any answer is refused.
    """

    self_tested = False  # a file has no answer to sentences its system was never asked

    def __init__(self, path: Path | str) -> None:
        self.found: dict[str, dict[str, Any]] = {}
        bad: list[DataError] = []
        for block in split_lines(files.lines(path, utf8=False)):
            try:
                files.check_utf8(block.text, line=block.line)
                found = load(block.text)
                doc_id = found.get("id")
                if not isinstance(doc_id, str):
                    raise DataError("no id: say which document this is an answer to")
            except DataError as error:
                bad.append(error.at(path=str(path), line=block.line))
                continue
            if doc_id in self.found:
                raise DataError(f"a second answer for {doc_id!r}", path=str(path), line=block.line)
            self.found[doc_id] = found
        if not self.found:
            raise _without_answers(path, bad)
        self.bad_lines = [str(error) for error in bad]
        self.warnings = unread("lines", self.bad_lines)
        self.name = _name(self.found.values()) or Path(path).name

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        """One answer a document."""
        for doc in docs:
            if doc.id in self.found:
                yield read_answer(self.found[doc.id], doc)
            else:
                yield missing(self.bad_lines)


def missing(bad: list[str]) -> Answer:
    """The answer for a document that is not in a file, which may be in a part that could not be read."""
    lost = f" ({len(bad)} could not be read, the first: {bad[0]})" if bad else ""
    return Answer(status="error", message="no prediction for this document" + lost)


def unread(what: str, bad: list[str]) -> list[str]:
    """What is told of a file of which something could not be read, whether or not an answer is missing.

    >>> unread("lines", ["a.jsonl:3: not a JSON object"])
    ['1 of its lines could not be read, the first: a.jsonl:3: not a JSON object']
    """
    return [f"{len(bad):,} of its {what} could not be read, the first: {bad[0]}"] if bad else []


def _without_answers(path: Path | str, bad: Sequence[DataError]) -> DataError:
    if not bad:
        return DataError("there is no answer in it", path=str(path))
    why = f"{bad[0].message}; no line of it is an answer: one in CoNLL or another format is response:{path}"
    return DataError(why, path=str(path), line=bad[0].line)


def _name(answers: Iterable[dict[str, Any]]) -> str:
    """The system's name and version, if the lines give one and agree."""
    named = {
        " ".join(str(system[key]) for key in ("name", "version") if system.get(key))
        for found in answers
        if isinstance(system := found.get("system"), dict)
    }
    return named.pop() if len(named) == 1 else ""
