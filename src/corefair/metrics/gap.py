"""GAP's scores over two decisions an example (Webster et al. 2018), and accuracy on the right name alone.

Accuracy is that of Kocijan et al. 2021, section 3.1: of the names that are right, those that were said to be;
W and its variants are the same with the weights of section 3.4.
"""

from __future__ import annotations

from typing import Any

from corefair.metrics.ratio import Prf, divide, prf
from corefair.registry import metrics


@metrics.register("gap_f1", better="higher")
def gap_f1(gap_tp: Any, gap_fp: Any, gap_fn: Any) -> Prf:
    """Recall, precision and F1 of the names that were said to be the pronoun's."""
    return prf(gap_recall(gap_tp, gap_fn), gap_precision(gap_tp, gap_fp))


@metrics.register("gap_precision", better="higher")
def gap_precision(gap_tp: Any, gap_fp: Any) -> Any:
    """Of the names that were said to be the pronoun's, those that are."""
    return divide(gap_tp, gap_tp + gap_fp)


@metrics.register("gap_recall", better="higher")
def gap_recall(gap_tp: Any, gap_fn: Any) -> Any:
    """Of the names that are the pronoun's, those that were said to be; an unanswered example counts twice."""
    return divide(gap_tp, gap_tp + gap_fn)


@metrics.register("gap_accuracy", better="higher")
def gap_accuracy(gap_tp: Any, asked: Any) -> Any:
    """Of the examples in which a name is right, those where it was said to be."""
    return divide(gap_tp, asked)


@metrics.register("gap_w_accuracy", better="higher")
def gap_w_accuracy(gap_w_right: Any, gap_w_asked: Any) -> Any:
    """The same with the weights W: as many names, and the right one as far away, for each gender."""
    return divide(gap_w_right, gap_w_asked)


@metrics.register("gap_w_num_accuracy", better="higher")
def gap_w_num_accuracy(gap_w_num_right: Any, gap_w_num_asked: Any) -> Any:
    """The same with the weights Wnum: as many names for each gender."""
    return divide(gap_w_num_right, gap_w_num_asked)


@metrics.register("gap_w_dist_accuracy", better="higher")
def gap_w_dist_accuracy(gap_w_dist_right: Any, gap_w_dist_asked: Any) -> Any:
    """The same with the weights Wdist: the right name as far away for each gender."""
    return divide(gap_w_dist_right, gap_w_dist_asked)


@metrics.register("gap_wt_accuracy", better="higher")
def gap_wt_accuracy(gap_wt_right: Any, gap_wt_asked: Any) -> Any:
    """The same with the weights Wt, which leave out examples with many names or a distant one."""
    return divide(gap_wt_right, gap_wt_asked)


@metrics.register("gap_weighted_f1", better="higher")
def gap_weighted_f1(gap_f1_tp: Any, gap_f1_fp: Any, gap_f1_fn: Any) -> Prf:
    """GAP's F1 of weighted decisions: as many names, right and wrong ones as far away, for each gender."""
    return prf(gap_recall(gap_f1_tp, gap_f1_fn), gap_precision(gap_f1_tp, gap_f1_fp))
