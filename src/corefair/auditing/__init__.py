"""Systems × suites → a report: the one place where the rooms meet."""

from corefair.auditing.comparing import compare_reports
from corefair.auditing.run import audit, build_suites, suite_key

__all__ = ["audit", "build_suites", "compare_reports", "suite_key"]
