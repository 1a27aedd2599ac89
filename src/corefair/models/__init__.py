"""Things that learn numbers, and the folders that what was learned is kept in."""
