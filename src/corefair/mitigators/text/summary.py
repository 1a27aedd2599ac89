"""What was changed in a corpus, how often, what stayed and what looked doubtful, with examples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from corefair.mitigators.text.edits import Plan
from corefair.types import Document

_EXAMPLES = 3  # of each reason
_AROUND = 6  # words on each side of an example


@dataclass
class Summary:
    """Counts of one file or of many; it grows while documents are read."""

    documents: int = 0
    words: int = 0
    touched: int = 0  # documents in which something was changed
    changed: Counter[str] = field(default_factory=Counter)  # "he > she", in lower case
    kinds: Counter[str] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)  # "sister: not a person"
    doubts: Counter[str] = field(default_factory=Counter)  # by reason
    examples: dict[str, list[str]] = field(default_factory=dict)  # by reason
    files: list[Path] = field(default_factory=list)  # that were written; no part of what is remembered

    def add(self, doc: Document, plan: Plan) -> None:
        """Count what was planned for a document."""
        self.documents += 1
        self.words += len(doc.words)
        self.touched += bool(plan.edits)
        for edit in plan.edits:
            self.kinds[edit.kind] += 1
            if edit.kind != "name":
                self.changed[f"{doc.words[edit.at].lower()} > {edit.new.lower()}"] += 1
            if edit.doubt:
                self.doubts[edit.doubt] += 1
                self._example(edit.doubt, doc, edit.at, edit.new)
        for kept in plan.kept:
            self.kept[f"{doc.words[kept.at].lower()}: {kept.why}"] += 1
            self._example(kept.why, doc, kept.at, "")

    def merge(self, other: Summary) -> None:
        """Add what was counted elsewhere."""
        self.documents += other.documents
        self.words += other.words
        self.touched += other.touched
        for name in ("changed", "kinds", "kept", "doubts"):
            getattr(self, name).update(getattr(other, name))
        for reason, examples in other.examples.items():
            mine = self.examples.setdefault(reason, [])
            mine.extend(examples[: _EXAMPLES - len(mine)])
        self.files.extend(other.files)

    def as_json(self) -> dict[str, Any]:
        """Plain values, the most frequent first."""
        counters = {name: dict(getattr(self, name).most_common()) for name in ("kinds", "changed", "kept")}
        return {
            "documents": self.documents,
            "words": self.words,
            "documents_changed": self.touched,
            "words_changed": self.kinds.total(),
            **counters,
            "doubts": dict(self.doubts.most_common()),
            "examples": self.examples,
        }

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> Summary:
        """What `as_json` made."""
        return cls(
            found["documents"],
            found["words"],
            found["documents_changed"],
            changed=Counter(found["changed"]),
            kinds=Counter(found["kinds"]),
            kept=Counter(found["kept"]),
            doubts=Counter(found["doubts"]),
            examples={reason: list(examples) for reason, examples in found["examples"].items()},
        )

    def _example(self, reason: str, doc: Document, at: int, new: str) -> None:
        examples = self.examples.setdefault(reason, [])
        if len(examples) < _EXAMPLES:
            before = " ".join(doc.words[max(0, at - _AROUND) : at])
            after = " ".join(doc.words[at + 1 : at + 1 + _AROUND])
            word = f"[{doc.words[at]} > {new}]" if new else f"[{doc.words[at]}]"
            examples.append(f"{doc.id}: {before} {word} {after}".strip())
