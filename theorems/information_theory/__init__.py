"""Information: mutual and max-information, description length, and what bounds them."""
