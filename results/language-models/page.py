"""The page of results/language-models: tables from language-models.json, and what did not run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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


def readme(found: Json, parts: Mapping[str, tuple[str, int | None]]) -> str:
    """The whole page."""
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
            lines += _part(name, part)
        missing = [name for name in parts if name not in about["parts"]]
        if missing:
            what = "; ".join(
                f"`{name}` ({parts[name][0]}, {parts[name][1] or 'all'} units)" for name in missing
            )
            lines += [f"Not run: {what}.", ""]
    return "\n".join(lines).rstrip() + "\n"


def _part(name: str, part: Json) -> Iterator[str]:
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


def _share(score: Json | None, *, signed: bool = False, alone: bool = False) -> str:
    if score is None or score["value"] is None:
        return "–"
    sign = "+" if signed else ""
    text = f"{100 * score['value']:{sign}.1f}"
    if alone or score["low"] is None:
        return text
    return f"{text} [{100 * score['low']:.1f}, {100 * score['high']:.1f}]"
