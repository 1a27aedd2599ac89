"""`corefair doctor`: is everything in order on this machine?"""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from itertools import groupby
from pathlib import Path
from typing import Literal

import click

from corefair.cli.options import data_option
from corefair.cli.progress import progress_bar
from corefair.cli.saying import say
from corefair.cli.table import wrapped
from corefair.errors import CorefairError, MissingExtra
from corefair.options import REQUIRED, options_of
from corefair.version import __version__

State = Literal["ok", "missing", "fault"]
_NOT_FOR_USE = ("all", "dev", "docs")  # extras of extras, and for those who work on corefair


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: in order, not there (which may be meant), or broken."""

    about: str  # packages, extras, data, suites, systems
    name: str
    state: State
    says: str


@click.command(epilog="\b\nExamples:\n  corefair doctor\n  corefair doctor --json")
@data_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for machines.")
def doctor(data: Path | None, as_json: bool) -> None:
    """Check packages, extras, data, suites, and the self-test of every system that comes with corefair.

    What is not installed or not here is said to be missing, with what to do about it, and is no fault. A
    system that is broken, or links nothing though it should, is a fault: exit 1.
    """
    with progress_bar("doctor") as progress:
        findings = []
        for finding in examined(data):
            findings.append(finding)
            progress("things looked at", len(findings), 0)
    faults = [finding for finding in findings if finding.state == "fault"]
    if as_json:
        about = {"corefair": __version__, "python": platform.python_version()}
        click.echo(json.dumps(about | {"findings": [asdict(each) for each in findings]}, indent=2))
    else:
        say(f"corefair {__version__}, Python {platform.python_version()}")
        _show(findings)
        n = len(faults)
        say(f"\n{n} fault{'s' if n > 1 else ''}: see above" if faults else "\nno fault found")
    if faults:
        raise click.exceptions.Exit(1)


def examined(data: Path | None) -> Iterator[Finding]:
    """Everything that is looked at, in order."""
    yield from _packages()
    yield from _folders(data)
    yield from _suites(data)
    yield from _systems()


def _packages() -> Iterator[Finding]:
    try:
        needed = requires("corefair") or []
    except PackageNotFoundError:  # run from the source, not installed
        yield Finding("packages", "corefair", "missing", "is not installed: pip install .")
        return
    for line in needed:
        package = re.match(r"[\w.-]+", line)
        extra = re.search(r"extra == ['\"]([\w-]+)['\"]", line)
        if package is None or package[0] == "corefair" or (extra and extra[1] in _NOT_FOR_USE):
            continue
        about, name = ("extras", f"{extra[1]}: {package[0]}") if extra else ("packages", package[0])
        try:
            yield Finding(about, name, "ok", version(package[0]))
        except PackageNotFoundError:
            if extra:
                says = f"not installed: pip install 'corefair[{extra[1]}]'"
                yield Finding(about, name, "missing", says)
            else:
                yield Finding(about, name, "fault", "is not installed, and nothing works without it")


def _folders(data: Path | None) -> Iterator[Finding]:
    from corefair.io import datasets

    for folder in datasets.folders(data):
        is_here = folder.is_dir()
        yield Finding("data", str(folder), "ok" if is_here else "missing", "" if is_here else "not there")


def _suites(data: Path | None) -> Iterator[Finding]:
    from corefair.auditing.building import build_suites, build_vector_suites

    built, absent = build_suites(None, data=data)
    for suite in built:
        yield Finding("suites", suite.name, "ok", f"{len(suite.cases):,} cases")
    yield from (Finding("suites", name, "missing", why) for name, why in absent)
    for_vectors, absent = build_vector_suites(None, data=data)
    yield from (Finding("vector suites", suite.name, "ok", suite.kind) for suite in for_vectors)
    yield from (Finding("vector suites", name, "missing", why) for name, why in absent)


def _systems() -> Iterator[Finding]:
    from corefair.registry import systems

    for name in systems.own():
        state, says = _health(name)
        if says:
            yield Finding("systems", name, state, says)


def _health(name: str) -> tuple[State, str]:
    """How a system does on sentences with one possible answer, told apart from what it lacks to be asked.

    Nothing is said of one that is shown the answers.
    """
    from corefair.registry import systems
    from corefair.systems.ask import resolves
    from corefair.systems.self_test import self_test
    from corefair.types import Document

    try:
        kind, facts = systems[name], systems.facts(name)
    except MissingExtra as error:
        return "missing", f"not tested: {error}"
    except CorefairError as error:
        return "fault", f"broken: {error}"
    if facts.get("sees_gold"):
        return "ok", ""
    needed = [option.name for option in options_of(kind).values() if option.default is REQUIRED]
    if needed:
        return "missing", f"not tested: it needs {', '.join(needed)}"
    try:
        system = kind()
        if resolves(system):  # a missing extra shows here; the self-test takes it for a system that fails
            ask = getattr(system, "answers", None) or system.resolve
            for _ in ask([Document("doctor", ("She", "left", "."))]):
                pass
        problems = self_test(system)
    except CorefairError as error:  # an extra or its data is not here
        return "missing", f"not tested: {error}"
    except Exception as error:  # noqa: BLE001  whatever a broken system raises is the finding
        return "fault", f"broken: {type(error).__name__}: {error}"
    if facts.get("planted") == "silent":
        if problems:
            return "ok", "links nothing, as it is meant to: audits must call it invalid"
        return "fault", "is meant to link nothing, but does"
    return ("fault", f"broken: {'; '.join(problems)}") if problems else ("ok", "self-test passed")


def _show(findings: Iterable[Finding]) -> None:
    colours = {"ok": None, "missing": "yellow", "fault": "red"}
    for about, group in groupby(findings, key=lambda finding: finding.about):
        say(about, bold=True)
        of_kind = list(group)
        width = min(max(len(each.name) for each in of_kind), 24)
        for each in of_kind:
            mark = {"ok": " ", "missing": "-", "fault": "!"}[each.state]
            say(wrapped(each.says, first=f"{mark} {each.name:{width}}  "), fg=colours[each.state])
