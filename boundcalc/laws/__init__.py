"""Laws of terms that are not read: what holds of an expectation, a sum, whatever is in it."""
