"""Relations rewritten as equivalent ones, until a variable stands alone."""
