"""What goes into documents and scripts: LaTeX, Markdown and JSON of answers and of theorems.

The plain text and the HTML of a card, which Python itself asks an object for, are printed by
`boundcalc.cards.cards`.
"""
