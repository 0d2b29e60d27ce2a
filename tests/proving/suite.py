"""The relations of the suite on which the prover is tried, read once for all tests."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any


@cache
def relations() -> tuple[dict[str, Any], ...]:
    """Return the entries of relations.toml, which nobody changes."""
    text = Path(__file__).with_name("relations.toml").read_text(encoding="utf-8")
    return tuple(tomllib.loads(text)["relation"])
