"""A suite of your own from one file, TSV or YAML: frames with slots, fillers with groups, and the right slot.

Every frame is filled with every choice of fillers that puts different groups of the contrast, and different
last words, in its candidate slots, and with every pronoun. A case is in the groups of its right candidate, of
its pronoun and of its frame. Nothing here knows a language or an attribute. `docs/your-own-suite.md` tells
the columns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import product
from math import prod
from pathlib import Path
from typing import NamedTuple

from corefair.errors import DataError
from corefair.runs.content import digest
from corefair.suites.coref import choice, custom_files, frames
from corefair.suites.coref.charts import charts
from corefair.suites.coref.custom_files import Filler, Frame, Spec
from corefair.types import Case, Suite

MOST_CASES = 200_000  # combinations of frames, fillers and pronouns: the largest published suites have 30,000


class Problem(NamedTuple):
    """What is wrong on which line, and whether the suite can be built all the same."""

    line: int | None
    message: str
    fatal: bool = True


def load(path: Path | str) -> Suite:
    """The suite that a file describes; a DataError names the first line it cannot be built from."""
    path = Path(path)
    spec = custom_files.read(path)
    for problem in _structure(spec):
        if problem.fatal:
            raise DataError(problem.message, path=str(path), line=problem.line)
    fact = spec.facts
    cases = tuple(case for case, _ in _cases(spec))
    return Suite(
        name=path.stem,
        version=fact.get("version", "1"),
        about=fact.get("about", f"A suite of your own: {path.stem}."),
        cases=cases,
        judge=choice.judge,
        measures=choice.headline(spec.contrast),
        contrast=spec.contrast,
        citation=fact.get("citation", path.name),
        licence=fact.get("licence", "not stated"),
        caveats=spec.caveats or ("A suite of your own: nobody but its authors has checked it.",),
        data={path.name: digest([path])},
        charts=partial(charts, cases, spec.contrast, {}),
    )


def check(path: Path | str) -> list[str]:
    """Everything that is wrong with a suite, each with its place; nothing if it is sound and balanced."""
    path = Path(path)
    try:
        spec = custom_files.read(path)
        problems = list(_structure(spec))
        if not any(problem.fatal for problem in problems):
            problems += _balance(spec)
    except DataError as error:
        return [str(error)]
    return [str(DataError(problem.message, path=str(path), line=problem.line)) for problem in problems]


def _structure(spec: Spec) -> Iterator[Problem]:
    """What makes a case impossible or its answer unclear."""
    if not spec.frames or not spec.fillers or not spec.pronouns:
        yield Problem(None, "a suite needs at least one frame, one filler and one pronoun")
    yield from _size(spec)
    grouping, *values = spec.contrast
    seen: dict[str, int] = {}
    for frame in spec.frames:
        yield from _frame(frame, spec)
        if frame.name in seen:
            yield Problem(frame.line, f"frame {frame.name!r} is there already, on line {seen[frame.name]}")
        seen.setdefault(frame.name, frame.line)
    known: list[Mapping[str, str]] = [
        *(filler.groups for filler in spec.fillers),
        *(frame.groups for frame in spec.frames),
        *(pronoun.groups for pronoun in spec.pronouns.values()),
    ]
    for value in values:
        if not any(groups.get(grouping) == value for groups in known):
            yield Problem(None, f"the contrast names {grouping}={value}, which no line has")
    forms = {form for pronoun in spec.pronouns.values() for form in pronoun.forms}
    used = {slot for frame in spec.frames for slot in frames.slots(frame.text)}
    for filler in spec.fillers:
        if both := forms & set(filler.slots):
            yield Problem(filler.line, f"the slot {_listed(both)} is a pronoun's: give the filler another")
        if not used & set(filler.slots):
            yield Problem(filler.line, f"no frame has a slot {' or '.join(filler.slots)}", fatal=False)


def _size(spec: Spec) -> Iterator[Problem]:
    """A few lines multiply out: a suite that would take hours is refused before it is built."""
    total = 0
    filling = Counter(slot for filler in spec.fillers for slot in filler.slots)
    for frame in spec.frames:
        total += len(spec.pronouns) * prod(filling[slot] or 1 for slot in set(frames.slots(frame.text)))
        if total > MOST_CASES:
            made = f"with this frame its fillers make {total:,} combinations"
            yield Problem(frame.line, f"{made}; a suite may have {MOST_CASES:,}")
            return


def _frame(frame: Frame, spec: Spec) -> Iterator[Problem]:
    slots = Counter(frames.slots(frame.text))
    forms = {form for pronoun in spec.pronouns.values() for form in pronoun.forms}
    candidates = [slot for slot in slots if slot not in forms]
    pronouns = [slot for slot in slots if slot in forms]
    if not pronouns:
        yield Problem(frame.line, f"pronoun not found: none of {_listed(forms)} is a slot of this frame")
    if len(pronouns) > 1 or any(slots[slot] > 1 for slot in pronouns):
        yield Problem(frame.line, "ambiguous: a frame asks about one pronoun, and this has several")
    if frame.gold not in candidates:
        yield Problem(
            frame.line, f"the right answer {frame.gold!r} is not a slot of this frame ({_listed(candidates)})"
        )
    for slot in candidates:
        if slots[slot] > 1:
            yield Problem(frame.line, f"ambiguous: the slot {slot} stands in this frame {slots[slot]} times")
        if not spec.filling(slot):
            yield Problem(frame.line, f"no filler for the slot {slot}")
    if len(candidates) < 2:
        yield Problem(frame.line, "a frame needs two candidates, or there is nothing to choose")
    for slot in pronouns:
        for name, pronoun in spec.pronouns.items():
            if slot not in pronoun.forms:
                yield Problem(frame.line, f"pronoun not found: {name} has no form for the slot {slot}")


def _balance(spec: Spec) -> Iterator[Problem]:
    """What would let a gap come of the suite and not of the system."""
    grouping, one, other = spec.contrast
    for slot in sorted({slot for filler in spec.fillers for slot in filler.slots}):
        n = Counter(filler.groups.get(grouping) for filler in spec.filling(slot))
        if n[one] != n[other]:
            yield Problem(
                None,
                f"unbalanced fillers in slot {slot}: {n[one]} with {grouping}={one}, {n[other]} with {other}",
            )
    sizes: Counter[str | None] = Counter()
    golds = Counter(frame.gold for frame in spec.frames)
    first: dict[tuple[str, str], Frame] = {}
    reported: set[str] = set()
    for case, frame in _cases(spec):
        sizes[case.groups.get(grouping)] += 1
        earlier = first.setdefault((case.given.text, str(case.gold.pronoun)), frame)
        if earlier is not frame and frame.name not in reported:
            reported.add(frame.name)
            yield Problem(frame.line, f"duplicate cases: frame {earlier.name!r} says the same")
    if sizes[one] != sizes[other]:
        yield Problem(None, f"unequal groups: {sizes[one]} cases {one}, {sizes[other]} {other}")
    if len(set(golds.values())) > 1 or len(golds) < 2:
        counted = ", ".join(f"{slot} {n} times" for slot, n in sorted(golds.items()))
        yield Problem(None, f"the right answer is not each slot equally often: {counted}")


def _cases(spec: Spec) -> Iterator[tuple[Case, Frame]]:
    grouping, *_ = spec.contrast
    seen: set[str] = set()
    for frame in spec.frames:
        slots = frames.slots(frame.text)
        candidates = [slot for slot in slots if spec.filling(slot)]
        (form,) = (slot for slot in slots if slot not in candidates)
        for chosen in product(*(spec.filling(slot) for slot in candidates)):
            fillers = dict(zip(candidates, chosen, strict=True))
            if not _differ(fillers, grouping):
                continue
            for name, pronoun in spec.pronouns.items():
                words = {slot: filler.text for slot, filler in fillers.items()} | {form: pronoun.forms[form]}
                case_id = ".".join((frame.name, name, *(words[slot] for slot in candidates)))
                case_id = case_id.replace(" ", "_")
                if case_id in seen:  # the same filler on two lines
                    continue
                seen.add(case_id)
                doc, gold = frames.ask(
                    case_id, frame.text, words, candidates=candidates, pronoun=form, right=frame.gold
                )
                groups = {**frame.groups, **pronoun.groups, **fillers[frame.gold].groups}
                yield Case(case_id, doc, gold, groups, unit=frame.name), frame


def _differ(fillers: Mapping[str, Filler], grouping: str) -> bool:
    """Whether the candidates can be told apart: in their last word, and in the group if they have one."""
    heads = {filler.text.split()[-1].lower() for filler in fillers.values()}
    values = [filler.groups[grouping] for filler in fillers.values() if grouping in filler.groups]
    return len(heads) == len(fillers) and len(set(values)) == len(values)


def _listed(names: set[str] | list[str]) -> str:
    return ", ".join(sorted(names)) or "none"
