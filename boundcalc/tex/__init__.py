"""The text of documents: LaTeX and Markdown as tokens, macros expanded, displays found."""
