"""What a display is in its sentence: a claim, an assumption, a definition, or only asked for."""
