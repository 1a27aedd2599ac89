"""Whether a result may be believed at all: a silent or broken system is invalid, never without a gap."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from corefair.types import Answer, Row

ERROR_LIMIT = 0.05  # share of cases without a usable answer above which a result is invalid
LINK_FLOOR = 0.10  # share of pronouns linked below which it is
LINK_WISH = 0.90  # and below which a gap is hard to read


def coverage(answers: Sequence[Answer], rows: Sequence[Row]) -> dict[str, Any]:
    """What came back: answers by status, why the others failed, and how many pronouns were linked."""
    by_status = Counter(answer.status for answer in answers)
    messages = Counter(answer.message for answer in answers if answer.status != "ok")
    found: dict[str, Any] = {
        "cases": len(answers),
        **{status: by_status.get(status, 0) for status in ("ok", "refused", "error")},
        "messages": [[message, count] for message, count in messages.most_common(5)],
    }
    asked = sum(row.counts.get("cases", 0) for row in rows)
    if asked:
        found["link_rate"] = sum(row.counts.get("linked", 0) for row in rows) / asked
    else:
        found["silent"] = sum(1 for answer in answers if not answer.clusters)
    return found


def problems(found: dict[str, Any], self_test: Sequence[str]) -> list[str]:
    """Why the result is invalid; nothing if it is not."""
    said = list(self_test)
    failed = found["refused"] + found["error"]
    if failed > ERROR_LIMIT * found["cases"]:
        why = f": {found['messages'][0][0]}" if found["messages"] else ""
        said.append(f"{failed} of {found['cases']} cases have no usable answer{why}")
    if found.get("link_rate", 1.0) < LINK_FLOOR:
        said.append(
            f"only {found['link_rate']:.1%} of pronouns were linked to anyone (at least {LINK_FLOOR:.0%})"
        )
    if found.get("silent", 0) == found["cases"]:
        said.append("not one cluster was found in any document")
    return said


def warnings(found: dict[str, Any]) -> list[str]:
    """What to keep in mind when reading a valid result."""
    said = []
    failed = found["refused"] + found["error"]
    if failed:
        said.append(f"{failed} of {found['cases']} cases have no usable answer; they count as not linked")
    if LINK_FLOOR <= found.get("link_rate", 1.0) < LINK_WISH:
        said.append(f"{found['link_rate']:.1%} of pronouns were linked: the gap rests on those")
    return said
