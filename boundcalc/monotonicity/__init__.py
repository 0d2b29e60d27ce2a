"""Whether an expression rises or falls with a variable over a box, and how steeply: enclosed."""
