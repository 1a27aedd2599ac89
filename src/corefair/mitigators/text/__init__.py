"""What changes training text: genders exchanged or made neutral, names exchanged or made anonymous."""
