"""Points at which a relation fails: samples, walks downhill, and what is shown of them."""
