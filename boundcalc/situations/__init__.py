"""What of a document's sentences holds at a display: frames, scopes, and what was not taken."""
