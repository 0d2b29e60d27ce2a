"""The values of one variable at which a condition holds: intervals with certified ends."""
