"""A classic resolver, a pre-trained one and a language model on the same cases, in one report."""

from __future__ import annotations

from itertools import combinations

import corefair
from corefair.auditing.building import build_suites
from corefair.auditing.sampling import sampled
from corefair.registry import renderers
from loopback_corenlp import corenlp
from loopback_model import endpoint


def test_all_kinds_stand_side_by_side() -> None:
    (suite,), _ = build_suites(["participants"])
    with corenlp() as server, endpoint() as model:
        systems = ["nearest", f"pretrained=corenlp:{server}", f"lm=openai:tiny@{model.url}"]
        report = corefair.audit(systems, [sampled(suite, 2)], resamples=100)
    names = ["nearest", "pretrained", "lm [options]"]
    assert [result.subject for result in report.results] == names
    assert [result.asked for result in report.results] == ["clusters", "clusters", "choice"]
    assert len({result.n_rows for result in report.results}) == 1
    compared = {(one.baseline, one.subject) for one in report.comparisons if one.measure.name == "accuracy"}
    assert compared == set(combinations(names, 2))
    assert all(one.p is not None for one in report.comparisons if one.measure.name == "accuracy")
    for form in ("html", "md"):
        page = renderers[form](report)
        assert all(name in page.replace("\\[", "[").replace("\\]", "]") for name in names)
