"""Systems or vectors × suites → a report: the one place where the rooms meet."""
