"""Before and after, side by side: changed words are marked on both sides, and nothing breaks out."""

from __future__ import annotations

from corefair.mitigators.text.edits import apply
from corefair.mitigators.text.swap import Swap
from corefair.report.changes import marked, page, pairs, section
from corefair.types import Document
from tagged import document


def drawn(doc: Document) -> tuple[Document, Document, object, object]:
    plan = Swap().plan(doc)
    return doc, apply(doc, plan.edits), plan.edits, plan.kept


def test_changed_words_are_marked_on_both_sides() -> None:
    doc = document("He/PRP left/VBD ./.", "It/PRP rained/VBD ./.", "Its/PRP$ sister/NN company/NN ./.")
    before, after, edits, kept = drawn(doc)
    first, second, third = pairs(before, after, edits, kept)  # type: ignore[arg-type]
    assert "".join(word.space + marked(word) for word in first.before) == "[He] left ."
    assert "".join(word.space + marked(word) for word in first.after) == "{She} left ."
    assert first.is_changed and not second.is_changed and third.is_changed
    assert [word.note for word in third.before if word.mark == "kept"] == ["not a person"]


def test_the_page_shows_what_happened_and_nothing_else() -> None:
    doc = document("He/PRP left/VBD ./.", "It/PRP rained/VBD ./.", id="<a>")
    html = "".join(page([drawn(doc)], title="<b>"))  # type: ignore[list-item]
    assert "<del" in html and ">He</del>" in html and ">She</ins>" in html
    assert "rained" not in html and "1 word changed, 0 kept; 1 of 2 sentences shown" in html
    assert "<a>" not in html and "&lt;a&gt;" in html and "<script" not in html


def test_a_document_without_a_change_has_no_table() -> None:
    doc = document("It/PRP rained/VBD ./.")
    assert "<table" not in section(*drawn(doc))  # type: ignore[arg-type]
