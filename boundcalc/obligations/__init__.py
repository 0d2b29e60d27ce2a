"""Obligations: what each row of a document must show, planned once and decided once."""
