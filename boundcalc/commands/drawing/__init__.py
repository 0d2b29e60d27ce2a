"""The commands that draw: figures of answers and of regions, and the graph of the theorems."""
