"""The log-linear mention ranker (Durrett & Klein 2013), trained on corpora of yours with `corefair train`."""
