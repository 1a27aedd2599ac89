"""`corefair list`: what can be audited, on what, by which measures."""

from __future__ import annotations

import inspect
import json

import click

from corefair.registry import ALL


@click.command("list", epilog="\b\nExamples:\n  corefair list\n  corefair list suites --json")
@click.argument("kind", required=False, type=click.Choice([f"{kind}s" for kind in ALL]))
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for machines.")
def listing(kind: str | None, as_json: bool) -> None:
    """List systems, suites, metrics, mitigators and formats, or one KIND of them.

    Suites that measure word vectors stand under a heading of their own.
    """
    found: dict[str, dict[str, str]] = {}
    for each, known in ALL.items():
        if kind in (None, f"{each}s"):
            titles = (f"{each}s", "vector suites") if each == "suite" else (f"{each}s",)
            found |= {title: {} for title in titles}
            for name in known:
                asks_vectors = known.facts(name).get("asks") == "vectors"
                found[titles[-1] if asks_vectors else titles[0]][name] = _sentence(known[name])
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False, indent=2))
        return
    for title, things in found.items():
        click.secho(title, bold=True)
        width = max(map(len, things), default=0)
        for name, sentence in things.items():
            click.echo(f"  {name:{width}}  {sentence}")
        if not things:
            click.echo("  none yet")


def _sentence(thing: object) -> str:
    return " ".join((inspect.getdoc(thing) or "").split("\n\n")[0].split())
