"""How sure: intervals, paired and unpaired tests, correlation, many tests at once, and power.

A metric is a function of additive totals, so resampling and weighting are both `weights @ totals`. Every
function here takes `totals` [n_rows, n_totals] and a `metric` that maps an array [..., n_totals] to [...], or
to [..., n_metrics] when many are wanted from one set of resamples. What comes out depends on the numbers and
the seed alone: not on the order of the rows, nor on the names of the units.
"""

from corefair.stats.agreement import krippendorff
from corefair.stats.correlation import Correlation, Undefined, pearson, spearman
from corefair.stats.detection import Limit, Room, detection_limit, room
from corefair.stats.guessing import Guessing, better_than_guessing
from corefair.stats.intervals import Interval, bootstrap, folded, resample
from corefair.stats.multiplicity import benjamini_hochberg, holm
from corefair.stats.p_values import Test
from corefair.stats.permutation import permutation_test, subset_sums
from corefair.stats.power import (
    effective_sample_size,
    minimum_detectable_gap,
    minimum_detectable_gap_of_pairs,
    standard_error,
)
from corefair.stats.randomisation import mcnemar, paired_randomisation
from corefair.stats.units import Metric

__all__ = [
    "Correlation",
    "Guessing",
    "Interval",
    "Limit",
    "Metric",
    "Room",
    "Test",
    "Undefined",
    "benjamini_hochberg",
    "better_than_guessing",
    "bootstrap",
    "detection_limit",
    "effective_sample_size",
    "folded",
    "holm",
    "krippendorff",
    "mcnemar",
    "minimum_detectable_gap",
    "minimum_detectable_gap_of_pairs",
    "paired_randomisation",
    "pearson",
    "permutation_test",
    "resample",
    "room",
    "spearman",
    "standard_error",
    "subset_sums",
]
