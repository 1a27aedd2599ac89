"""`corefair list`: what can be audited, on what, by which measures."""

from __future__ import annotations

import inspect
import json

import click

from corefair.cli.saying import say
from corefair.cli.table import wrapped
from corefair.registry import ALL

# Of some kinds, those of which a fact has a value stand apart.
_APART = {
    "suite": ("asks", {"vectors": "vector suites", "corpora": "corpus suites"}),
    "mitigator": ("changes", {"text": "text mitigators"}),
}


@click.command("list", epilog="\b\nExamples:\n  corefair list\n  corefair list suites --json")
@click.argument("kind", required=False, type=click.Choice([known.name for known in ALL.values()]))
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for machines.")
def listing(kind: str | None, as_json: bool) -> None:
    """List systems, suites, metrics, mitigators, formats, what can be trained and kept, or one KIND of them.

    Suites that measure word vectors or corpora, and mitigators that change training text, stand under
    headings of their own. `corefair show NAME` says more.
    """
    found: dict[str, dict[str, str]] = {}
    broken: list[str] = []
    for each, known in ALL.items():
        if kind in (None, known.name):
            fact, title_of = _APART.get(each, ("", {}))
            found |= {title: {} for title in (known.name, *title_of.values())}
            for name in known:
                title = title_of.get(str(known.facts(name).get(fact)), known.name)
                found[title][name] = _sentence(known[name])
            broken += [problem for problem in known.broken().values() if problem not in broken]
    for problem in broken:
        say(problem, err=True)
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False, indent=2))
        return
    for title, things in found.items():
        say(title, bold=True)
        width = max(map(len, things), default=0)
        for name, sentence in things.items():
            say(wrapped(sentence, first=f"  {name:{width}}  "))
        if not things:
            say("  none yet")


def _sentence(thing: object) -> str:
    return " ".join((inspect.getdoc(thing) or "").split("\n\n")[0].split())
