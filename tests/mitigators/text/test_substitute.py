"""substitute: half of the documents, the same ones each time, whatever else is in the corpus."""

from __future__ import annotations

from corefair.mitigators.text.substitute import Substitute, is_drawn
from corefair.mitigators.text.swap import Swap
from tagged import document


def test_about_half_are_swapped_and_the_rest_is_untouched() -> None:
    docs = [document("She/PRP left/VBD", id=f"doc {i}") for i in range(400)]
    changed = 0
    for doc in docs:
        after = Substitute()(doc)
        assert after in (doc, Swap()(doc)) and Substitute()(doc) == after
        changed += after != doc
    assert 160 < changed < 240  # 200 ± 4 standard deviations


def test_the_share_and_the_seed_decide() -> None:
    names = [f"doc {i}" for i in range(100)]
    assert not any(is_drawn(name, share=0) for name in names) and all(
        is_drawn(name, share=1) for name in names
    )
    assert [is_drawn(name, seed=1) for name in names] != [is_drawn(name, seed=2) for name in names]
