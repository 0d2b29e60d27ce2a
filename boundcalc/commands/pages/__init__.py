"""The commands that make pages: as a folder, and served."""
