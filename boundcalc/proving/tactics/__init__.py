"""Tactics: which rules may help a goal, by kind, cheap ones first."""
