"""Things that learn numbers: networks and classifiers that the rooms above train and use."""
