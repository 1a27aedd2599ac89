"""`corefair doctor`: is everything in order on this machine?"""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

import click

from corefair import __version__
from corefair.auditing import build_suites
from corefair.io import datasets
from corefair.registry import systems
from corefair.systems.self_test import self_test

CORE = ("numpy", "scipy", "click", "rich")


@click.command(epilog="\b\nExamples:\n  corefair doctor\n  corefair doctor --help")
def doctor() -> None:
    """Check versions, data, suites and the self-test of every built-in system."""
    click.echo(f"corefair {__version__}, Python {platform.python_version()}")
    for package in CORE:
        click.echo(f"  {package} {_version(package)}")
    click.secho("data", bold=True)
    for folder in datasets.folders():
        click.echo(f"  {folder}{'' if folder.is_dir() else ' (not there)'}")
    built, missing = build_suites(None)
    click.secho("suites", bold=True)
    for suite in built:
        click.echo(f"  {suite.name:15} {len(suite.cases):,} cases")
    for entry in missing:
        click.echo(f"  {entry['suite']:15} no: {entry['why']}")
    click.secho("systems", bold=True)
    for name in systems.own():
        if systems.facts(name).get("sees_gold"):
            continue
        problems = self_test(systems[name]())
        click.echo(f"  {name:15} {'; '.join(problems) or 'self-test passed'}")


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "is not installed"
