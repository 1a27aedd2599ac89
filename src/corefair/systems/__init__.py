"""Systems, which find clusters or choose among candidates: baselines, rules, adapters to those outside."""
