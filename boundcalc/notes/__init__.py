"""Derivations checked: the verdict of each row of a document, and what it rests on."""
