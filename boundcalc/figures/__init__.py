"""Figures for papers and pages: curves, regions, tightness, and the graph of the theorems."""
