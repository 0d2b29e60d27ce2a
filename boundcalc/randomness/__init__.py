r"""What is random in a document: its declarations, and ``\Pr[...]`` and ``\E[...]`` of it."""
