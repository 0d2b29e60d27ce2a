"""Expressions that travel between processes are equal to those that are built there."""

import os
import pickle
import subprocess
import sys

from boundcalc.language import Symbol, exp, sqrt

PROGRAM = """
import pickle, sys
from boundcalc.language import Symbol, exp, sqrt
x, y = Symbol("x"), Symbol("y")
found = pickle.loads(sys.stdin.buffer.read())
built = exp(x + y) / sqrt(x * y)
assert found == built and hash(found) == hash(built), (found, built)
assert {built: 1}[found] == 1
"""


def test_an_expression_is_equal_in_a_process_that_hashes_names_differently():
    x, y = Symbol("x"), Symbol("y")
    sent = pickle.dumps(exp(x + y) / sqrt(x * y))
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], input=sent, capture_output=True, env=environment
        )
        assert done.returncode == 0, done.stderr.decode()


def test_an_expression_comes_back_as_it_was():
    x = Symbol("x")
    node = exp(x) - x / 2

    assert pickle.loads(pickle.dumps(node)) == node
