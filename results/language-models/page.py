"""The page of results/language-models: tables from language-models.json, and what did not run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Json = Mapping[str, Any]
HEADS = (
    "prompt",
    "accuracy",
    "gap",
    "first-named",
    "listed first",
    "change with the order",
    "linked",
    "refused, failed",
)


def readme(found: Json, parts: Mapping[str, tuple[str, int | None]], prompts: Sequence[str] = ()) -> str:
    """The whole page; prompts by which a part did not run are named."""
    lines = [
        "# Small language models, asked who a pronoun is",
        "",
        "Made by `make.py` beside this file; every number is from `language-models.json`, which holds the",
        "signature of each. Shares in percent, gaps in points, with 95 % intervals from resampling whole",
        "units (pairs, templates). *first-named*: the share of picks that are the candidate named first in",
        "the text; *listed first*: that stood first among the options; *change with the order*: answers that",
        "differ between the two orders. Read accuracy and gap beside these: near one half, accuracy is a",
        "guess, and a gap beside a model that goes by position says little. The models are uploads of third",
        "parties, pinned by hash; nothing here ranks models that people use.",
        "",
    ]
    for model, about in found.items():
        lines += [f"## {model}", "", f"SHA-256 `{about['sha256']}`", ""]
        for name, part in about["parts"].items():
            lines += _part(name, part, prompts)
        missing = [name for name in parts if name not in about["parts"]]
        if missing:
            what = "; ".join(
                f"`{name}` ({parts[name][0]}, {parts[name][1] or 'all'} units)" for name in missing
            )
            lines += [f"Not run: {what}.", ""]
        for prompt, each in about.get("both ways", {}).items():
            lines += [_both_ways(prompt, each), ""]
    return "\n".join(lines).rstrip() + "\n"


def _part(name: str, part: Json, prompts: Sequence[str]) -> Iterator[str]:
    yield f"### {part['suite']}, {part['units']} units, {part['cases']} cases (`{name}`)"
    yield ""
    yield "| " + " | ".join(HEADS) + " |"
    yield "| " + " | ".join(["---"] * len(HEADS)) + " |"
    for prompt, result in part["prompts"].items():
        scores = result["scores"]
        cells = [
            _share(scores.get("accuracy")),
            _share(scores.get("gap"), signed=True),
            _share(scores.get("picks that are the first-named")),
            _share(scores.get("picks that are listed first")),
            _share(scores.get("answers that change with the order")),
            _share(scores.get("link rate"), alone=True),
            f"{result['refused']}, {result['failed']}",
        ]
        yield f"| {prompt}{'' if result['valid'] else ' (invalid)'} | " + " | ".join(cells) + " |"
    yield ""
    for prompt, result in part["prompts"].items():
        if not result["valid"]:
            yield f"Invalid, {prompt}: {'; '.join(result['problems'])}."
            yield ""
    for each in part["over prompts"]:
        if each["measure"] in ("gap", "accuracy"):
            mean = _share({**each, "value": each["mean"]}, signed=each["measure"] == "gap")
            apart = f"{100 * each['apart']:.1f} between the highest and the lowest"
            yield f"Over prompts, {each['measure']}: mean {mean}, {apart}."
            yield ""
    missing = [prompt for prompt in prompts if prompt not in part["prompts"]]
    if missing:
        yield f"Not run by the prompts {', '.join(missing)}."
        yield ""
    if part.get("cost"):
        yield _cost(part)
        yield ""


def _cost(part: Json) -> str:
    """What was computed, how fast, and how long all units would take at that pace."""
    cost = part["cost"]
    share = f"{100 * cost['shared'] / (cost['shared'] + cost['computed']):.0f} %"
    said = f"{cost['requests']:,} requests, {cost['computed']:,} tokens computed; {share} of all tokens were"
    said += " shared with a request before"
    took, sample = cost.get("ms of processor a token"), re.search(r"\+(\d+)of(\d+)", part["version"])
    if took:
        said += f", {took} ms of one core a token"
    if took and sample:
        minutes = cost["computed"] * took / 60_000 * int(sample[2]) / int(sample[1])
        said += (
            f". By these prompts all {int(sample[2]):,} units would take about {minutes:,.0f} minutes of it"
        )
    return said + "."


def _both_ways(prompt: str, each: Json) -> str:
    n = each["answered both ways"]
    orders = f", {each['same pick in each order']} in each order of the options" if prompt != "cloze" else ""
    return (
        f"Through `gguf:` and, served on loopback, through `openai:` ({prompt}, {each['suite']}): of "
        f"{each['questions']} questions {n} were answered both ways, {each['same pick']} with the same "
        f"pick{orders}; log-probabilities differ by {each['largest difference']} at most."
    )


def _share(score: Json | None, *, signed: bool = False, alone: bool = False) -> str:
    if score is None or score["value"] is None:
        return "–"
    sign = "+" if signed else ""
    text = f"{100 * score['value']:{sign}.1f}"
    if alone or score["low"] is None:
        return text
    return f"{text} [{100 * score['low']:.1f}, {100 * score['high']:.1f}]"
