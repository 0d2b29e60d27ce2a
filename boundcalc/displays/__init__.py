"""Displays that nobody prepared: what is no arithmetic is an opaque value, each row on its own."""
