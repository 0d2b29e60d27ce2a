"""One unknown over arrays of given values, every cell certified."""
