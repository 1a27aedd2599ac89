"""GAP's scores over two decisions an example (Webster et al. 2018), and accuracy on the right name alone.

Accuracy is that of Kocijan et al. 2021, section 3.1: of the names that are right, those that were said to be;
W and its variants are the same of examples with the weights of section 3.4.
"""

from __future__ import annotations

from corefair.metrics.ratio import Number, Prf, Quotient, divide, prf
from corefair.registry import metrics


@metrics.register("gap_f1", better="higher", kind="f1", unit="share")
def gap_f1(gap_tp: Number, gap_fp: Number, gap_fn: Number) -> Prf:
    """Recall, precision and F1 of the names that were said to be the pronoun's."""
    return prf(gap_recall(gap_tp, gap_fn), gap_precision(gap_tp, gap_fp))


@metrics.register("gap_weighted_f1", better="higher", kind="f1", unit="share", weighted=True)
def gap_weighted_f1(gap_f1_tp: Number, gap_f1_fp: Number, gap_f1_fn: Number) -> Prf:
    """GAP's F1 of weighted decisions: as many names, right and wrong ones as far away, for each gender."""
    weighted: Prf = gap_f1(gap_f1_tp, gap_f1_fp, gap_f1_fn)
    return weighted


@metrics.register("gap_precision", better="higher", kind="precision", unit="share")
def gap_precision(gap_tp: Number, gap_fp: Number) -> Number:
    """Of the names that were said to be the pronoun's, those that are."""
    return divide(gap_tp, gap_tp + gap_fp)


@metrics.register("gap_recall", better="higher", kind="recall", unit="share")
def gap_recall(gap_tp: Number, gap_fn: Number) -> Number:
    """Of the names that are the pronoun's, those that were said to be; an unanswered example counts twice."""
    return divide(gap_tp, gap_tp + gap_fn)


metrics.register("gap_accuracy", better="higher", kind="accuracy", unit="share")(
    Quotient("gap_tp", "asked", "Of the examples in which a name is right, those where it was said to be.")
)
metrics.register("gap_w_accuracy", better="higher", kind="accuracy", unit="share", weighted=True)(
    Quotient(
        "gap_w_right",
        "gap_w_asked",
        "The same with the weights W: as many names, and the right one as far away, for each gender.",
    )
)
metrics.register("gap_w_num_accuracy", better="higher", kind="accuracy", unit="share", weighted=True)(
    Quotient(
        "gap_w_num_right", "gap_w_num_asked", "The same with the weights Wnum: as many names for each gender."
    )
)
metrics.register("gap_w_dist_accuracy", better="higher", kind="accuracy", unit="share", weighted=True)(
    Quotient(
        "gap_w_dist_right",
        "gap_w_dist_asked",
        "The same with the weights Wdist: the right name as far away for each gender.",
    )
)
metrics.register("gap_wt_accuracy", better="higher", kind="accuracy", unit="share", weighted=True)(
    Quotient(
        "gap_wt_right",
        "gap_wt_asked",
        "The same with the weights Wt, which leave out examples with many names or a distant one.",
    )
)
