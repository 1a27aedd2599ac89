"""Baselines: planted behaviour with known answers, against which an audit is checked."""
