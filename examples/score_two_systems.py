"""Is the careful resolver better than the one that takes the nearest name? Eight short documents, scored.

Run it from the repository: python examples/score_two_systems.py
"""

from pathlib import Path

import corefair

here = Path(__file__).parent / "score"

# 1. Read the key once, and the two responses. A reader yields documents one at a time.
keys = list(corefair.read(here / "key.conll"))
nearest = corefair.score(keys, corefair.read(here / "nearest.conll"))
careful = corefair.score(keys, corefair.read(here / "careful.conll"))

# 2. A score is never alone: F1 comes with an interval over documents.
for name, scored in (("nearest", nearest), ("careful", careful)):
    conll = scored.parts["conll"]
    print(f"{name}: CoNLL F1 {conll.f1:.1%}, 95 % interval {conll.low:.1%} … {conll.high:.1%}")

# 3. Compare the two on the same documents. With eight documents the test is exact: 2^8 ways to swap answers.
gap = careful.less(nearest)["conll"]
print(
    f"difference {gap.value:+.1%} ({gap.low:+.1%} … {gap.high:+.1%}), p = {gap.p:.4f}, Holm {gap.p_holm:.4f}"
)

# 4. Totals are additive, so any group of documents is scored from the same counts.
she = [any(word.lower() in ("she", "her") for word in doc.words) for doc in keys]
shared = nearest.tally["muc_shared"] @ she / (nearest.tally["muc_key"] @ she)
print(f"MUC recall of `nearest` on the {sum(she)} documents with feminine pronouns: {shared:.1%}")
