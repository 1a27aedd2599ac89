"""Systems or vectors × suites → a report: the one place where the rooms meet."""

from corefair.auditing.comparing import compare_reports
from corefair.auditing.run import audit, build_suites, suite_key
from corefair.auditing.vectors import audit_vectors

__all__ = ["audit", "audit_vectors", "build_suites", "compare_reports", "suite_key"]
