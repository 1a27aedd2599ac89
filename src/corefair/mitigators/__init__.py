"""What makes vectors or training text less biased: each learns a change, and the change makes a copy."""
