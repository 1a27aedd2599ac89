"""One file of a corpus changed, whole or not at all, and what was changed in it remembered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from corefair.errors import DataError
from corefair.io import detect, files, read, write
from corefair.io.documents import Block
from corefair.io.plain import Plain
from corefair.mitigators.text.recipe import Made, Recipe, made
from corefair.mitigators.text.summary import Summary
from corefair.registry import formats
from corefair.runs.content import digest
from corefair.runs.writing import json_object, write_json
from corefair.types import Document, Json

LONG = 8_000_000  # bytes: a longer plain text is taken line by line, so that memory holds it


@dataclass(frozen=True)
class FileTask:
    """One file to be changed; plain enough to be sent to another process, or another machine."""

    source: Path
    target: Path
    recipe: Recipe
    format: str | None = None
    lines: bool = False
    lenient: bool = False  # bad documents are left out, and told
    record: Path | None = None  # where it is remembered that the file is done

    def done(self) -> Summary | None:
        """What was said of the file when it was finished, if neither it nor what was made has changed."""
        found = json_object(self.record) if self.record else None
        try:
            if not found or found["source"] != digest([self.source]) or found["bytes"] != self._sizes():
                return None
            summary = Summary.from_json(found["summary"])  # type: ignore[arg-type]
        except (ValueError, KeyError, TypeError, AttributeError, OSError):
            return None  # half a record is none: the file is made again
        summary.files.extend(self.targets)
        return summary

    def run(self) -> tuple[Summary, list[str]]:
        """Change the file and remember it; what was changed, and why documents were left out."""
        before, bad = digest([self.source]), list[str]()
        summary = change_file(self, bad.append)
        summary.files.extend(self.targets)
        if self.record is not None and not bad:  # what was left out is told each time
            self.record.parent.mkdir(parents=True, exist_ok=True)
            said: dict[str, Json] = {"source": before, "summary": summary.as_json()}
            said["files"], said["bytes"] = [path.name for path in self.targets], [*self._sizes()]
            write_json(self.record, said)
        return summary, bad

    @property
    def targets(self) -> tuple[Path, ...]:
        """What is written: one file, and where a plain text is augmented its twin as well."""
        if self.recipe.mode != "augment" or self.target_format != "plain" or self.by_line:
            return (self.target,)
        name = self.target.name
        ending = "".join(self.target.suffixes[-2:] if name.endswith(".gz") else self.target.suffixes[-1:])
        return self.target, self.target.with_name(f"{name.removesuffix(ending)}.swapped{ending}")

    @property
    def by_line(self) -> bool:
        """Whether each line is a document of its own."""
        return self.lines or (self.source_format == "plain" and self.source.stat().st_size > LONG)

    @property
    def source_format(self) -> str:
        """The format of what is read."""
        return self.format or detect(self.source)

    @property
    def target_format(self) -> str | None:
        """The format of what is written: the target's name tells it, unless it is named as the source is.

        None: another than plain text, which `write` finds by the name. Where the name tells none, as that of
        a pipe, it is the format that was given, or the lines that are read.
        """
        name = self.target.name.removesuffix(".gz")
        named = [each for each in formats if name.endswith(tuple(formats.facts(each)["suffixes"]))]
        fits = self.format in named if named else (self.format is not None or self.by_line)
        if fits or self.source.suffixes == self.target.suffixes:
            return self.source_format
        return "plain" if "plain" in named else None

    def _sizes(self) -> list[int]:
        return [path.stat().st_size for path in self.targets]


def changed(
    path: Path, recipe: Recipe, *, format: str | None = None, lines: bool = False,
    on_bad: Callable[[DataError], None] | None = None,
) -> Iterator[Made]:  # fmt: skip
    """The documents of a file, each before and after."""
    docs = _lines(path) if lines else read(path, format=format, on_bad=on_bad)
    return made(docs, recipe)


def change_file(task: FileTask, on_bad: Callable[[str], None] | None) -> Summary:
    """Write what the file becomes; each file that is made is there only when all of it is."""
    summary = Summary()
    _check(task)
    task.target.parent.mkdir(parents=True, exist_ok=True)
    told = (lambda error: on_bad(str(error))) if task.lenient and on_bad else None
    found = changed(task.source, task.recipe, format=task.format, lines=task.by_line, on_bad=told)
    if task.by_line:
        with files.writing(task.target) as out:
            for copies in _counted(found, summary):
                out.write(_on_lines(copies))
    elif len(task.targets) > 1:  # a file holds one text: the twin gets its own
        texts = list(islice(_counted(found, summary), 2))
        if len(texts) > 1:
            message = "has several documents, and a plain text is one: name a file that ends in .jsonl"
            raise DataError(message, path=str(task.source))
        for at, path in enumerate(task.targets):
            write([copies[at] for copies in texts], path, format="plain")
    else:
        docs = _distinct(chain.from_iterable(_counted(found, summary)), task.source)
        write(docs, task.target, format=task.target_format)
    return summary


def _check(task: FileTask) -> None:
    """Refuse before anything is written what could not be written, or not so."""
    if task.lines and task.source_format != "plain":
        message = f"lines are for plain text, and this is {task.source_format}"
        raise DataError(message, path=str(task.source))
    if task.by_line and task.target_format != "plain":
        message = "what is read line by line is written as plain text: name a file that ends in .txt"
        raise DataError(message, path=str(task.target))
    for path in task.targets:
        if path.is_dir():
            raise DataError("is a folder, where a file would be written: name another", path=str(path))


def _counted(found: Iterable[Made], summary: Summary) -> Iterator[tuple[Document, ...]]:
    for each in found:
        summary.add(each.before, each.plan)
        yield each.written


def _on_lines(copies: Iterable[Document]) -> str:
    """The texts of a line, each on its own, though the last line of a file may have no end."""
    *others, last = (doc.text or "" for doc in copies)
    return "".join(text if text.endswith("\n") else f"{text}\n" for text in others) + last


def _distinct(docs: Iterable[Document], source: Path) -> Iterator[Document]:
    """The same documents; a twin with the name of another would spoil the file for every reader."""
    seen: set[str] = set()
    for doc in docs:
        if doc.id in seen:
            message = (
                f"there would be two documents {doc.id!r}, a twin and one that is there already: "
                "take the corpus from before its twins were added, or rename it"
            )
            raise DataError(message, path=str(source))
        seen.add(doc.id)
        yield doc


def _lines(path: Path) -> Iterator[Document]:
    """Each line of a plain text as a document, its line end with it."""
    stem = Path(path.name.removesuffix(".gz")).stem
    for number, line in enumerate(files.lines(path), 1):
        files.check_utf8(line, line=number)
        doc = Plain.parse(Block(number, line))
        yield Document(
            f"{stem}:{number}", doc.words, sentences=doc.sentences, text=doc.text, offsets=doc.offsets
        )
