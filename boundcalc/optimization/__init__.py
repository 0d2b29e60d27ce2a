"""Values of free parameters at which an unknown is best: in doubles, certified by nobody here."""
