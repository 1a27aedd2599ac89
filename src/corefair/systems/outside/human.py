"""`human:FILES`: what raters answered on question sheets, as a system: its answer is that of most of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from glob import glob
from hashlib import sha256
from pathlib import Path

from corefair import stats
from corefair.errors import DataError
from corefair.io.raters import Reading, question_name, read_sheets
from corefair.metrics.ratio import divide
from corefair.text.asked import names_of
from corefair.types import Answer, Case, Choice, Document, Question, Score, cluster_up

_TABLE = "raters"


def sheets_of(files: str | Sequence[Path]) -> list[Path]:
    """The files that paths or patterns with commas between name, in their order."""
    patterns = files.split(",") if isinstance(files, str) else list(map(str, files))
    found = [Path(each) for pattern in patterns for each in sorted(glob(pattern.strip()))]  # noqa: PTH207
    if not found:
        raise DataError(f"there are no files {', '.join(patterns)}")
    return found


class Human:
    """Answers by most raters; where as many say one thing as another, the pronoun is linked to none.

    `files` are paths or patterns (`forms/*.csv`), with commas between. Beside the suite's own numbers stand
    the share of single readings that are right, and how far raters agree beyond chance.
    """

    self_tested = False  # they were never asked

    def __init__(self, files: str | Sequence[Path]) -> None:
        found = sheets_of(files)
        paths = {path.resolve(): path for path in reversed(found)}.values()  # each once, by its first name
        self.readings: dict[str, list[Reading]] = {}
        for reading in read_sheets(sorted(paths)):
            self.readings.setdefault(reading.question, []).append(reading)
        self.raters = sorted({each.rater for several in self.readings.values() for each in several})
        self.name = f"{len(self.raters)} raters" if len(self.raters) > 1 else "1 rater"

    @property
    def signature(self) -> dict[str, str]:
        """All that an answer depends on: what the sheets say, and not how many there are."""
        said = sorted(map(repr, (each for several in self.readings.values() for each in several)))
        return {"sheets": sha256("\n".join(said).encode()).hexdigest()[:8]}

    def linked(self, questions: Iterable[Question]) -> Iterator[Answer]:
        """The pronoun of each question with the candidate that most raters chose."""
        for question in questions:
            taken = self._taken(question)
            if not taken:
                yield Answer(status="error", message="no rater answered this question")
                continue
            (best, count), *rest = Counter(taken).most_common()
            tied = bool(rest) and rest[0][1] == count
            them = [] if best is None or tied else [[question.pronoun, question.candidates[best]]]
            yield Answer(cluster_up(them))

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        """Always a DataError: raters chose among candidates."""
        raise DataError("raters chose among candidates: they cannot be asked for clusters")

    def beside(self, cases: Sequence[Case]) -> list[Score]:
        """The share of readings that are right, and Krippendorff's α, each with its interval over units.

        Readings of questions that the suite does not have count in neither; their share is said.
        """
        asked = [case for case in cases if isinstance(case.gold, Choice) and case.gold.right is not None]
        taken = [self._taken(Question(case.given, case.gold.pronoun, case.gold.candidates)) for case in asked]
        units = [case.unit or case.id for case in asked]
        n = sum(map(len, taken))
        if not n:
            return []
        counts = [
            [sum(each == case.gold.right for each in several), len(several)]
            for case, several in zip(asked, taken, strict=True)
        ]
        scores = self._elsewhere(cases)
        if len({unit for unit, (_, of) in zip(units, counts, strict=True) if of}) > 1:
            right = stats.bootstrap(counts, lambda t: divide(t[..., 0], t[..., 1]), units=units)
            scores.append(_score("readings that are right", right, n, unit="share"))
        try:
            alpha = stats.krippendorff([[str(each) for each in several] for several in taken], units=units)
        except DataError:
            return scores
        return [
            *scores,
            _score("Krippendorff's α", alpha, sum(len(each) > 1 for each in taken), unit="correlation"),
        ]

    def _elsewhere(self, cases: Sequence[Case]) -> list[Score]:
        here = {question_name(case.given.id) for case in cases}
        n_all = sum(map(len, self.readings.values()))
        n = sum(len(several) for question, several in self.readings.items() if question not in here)
        name = "readings of questions that were not audited"
        return [Score(name, n / n_all, None, None, n_all, role="table", table=_TABLE)] if n else []

    def _taken(self, question: Question) -> list[int | None]:
        """Which candidate each rater chose; an option that names none of them is an error of the sheet."""
        names = [name.lower() for name in names_of(question)]
        taken: list[int | None] = []
        for reading in self.readings.get(question_name(question.doc.id), ()):
            if reading.answer is not None and reading.answer.lower() not in names:
                raise DataError(
                    f"{reading.rater} answered {reading.answer!r}, but it is {' or '.join(names)}"
                )
            taken.append(None if reading.answer is None else names.index(reading.answer.lower()))
        return taken


def _score(name: str, found: stats.Interval, n: int, *, unit: str) -> Score:
    value, low, high = (float(part) for part in found)
    kind = "correlation" if unit == "correlation" else "share"
    return Score(name, value, low, high, n, kind, unit, role="table", table=_TABLE)  # type: ignore[arg-type]
