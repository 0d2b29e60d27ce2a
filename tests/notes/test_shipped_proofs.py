"""Proofs that a library ships spare the search, and nothing else: each is checked again."""

import gzip
import json

import pytest

from boundcalc.document_checker import Checker, check
from boundcalc.library import proof_files
from boundcalc.obligations import deciding
from boundcalc.obligations.cache import write_proofs

TEXT = "%! declare x in [0, 1]\n\\[ x^2 \\le x \\]\n\\[ x \\le x^2 \\]\n\\[ e^x \\le 1 + 2x \\]\n"
VERDICTS = ["PROVED", "REFUTED", "PROVED"]


@pytest.fixture
def shipped(tmp_path):
    """Return a document, and a file with what is found of it."""
    file, proofs = tmp_path / "a.tex", tmp_path / "proofs.json.gz"
    file.write_text(TEXT, encoding="utf-8")
    checker = Checker(theorems=(), jobs=1)
    checker.check(file)
    answers = {
        goals: answer
        for item in checker.deciders.values()
        for goals, answer in item.answers.items()
    }
    assert write_proofs(proofs, answers, ()) == len(VERDICTS)
    return file, proofs


def verdicts(file, folder, proofs):
    report = check(file, cache=folder / "cache", theorems=(), proofs=proofs, jobs=1)
    return [row.kind.value for row in report.rows]


def never(*_, **__):
    raise AssertionError("a proof is searched for")


def test_nothing_is_searched_that_is_shipped(shipped, tmp_path, monkeypatch):
    file, proofs = shipped
    monkeypatch.setattr(deciding, "_search", never)
    assert verdicts(file, tmp_path, [proofs]) == VERDICTS


RANDOM = (
    "%! declare t in (0, 1]\n%! random X in [0, 1]\n\\[ \\Pr[X \\ge t] \\le \\mathbb{E}[X]/t \\]\n"
)


def test_algebra_is_not_searched_for_a_row_of_which_a_derivation_is_shipped(tmp_path, monkeypatch):
    file, proofs = tmp_path / "a.tex", tmp_path / "proofs.json.gz"
    file.write_text(RANDOM, encoding="utf-8")
    checker = Checker(theorems=(), jobs=1)
    (row,) = checker.check(file).rows
    derived = [verdict for item in checker.deciders.values() for verdict in item.derived.values()]
    assert write_proofs(proofs, {}, derived) == 1
    monkeypatch.setattr(deciding, "_search", never)
    (again,) = check(file, cache=tmp_path / "cache", theorems=(), proofs=[proofs], jobs=1).rows
    assert (again.kind.value, again.judgement.reason) == ("PROVED", row.judgement.reason)
    damaged = json.loads(gzip.decompress(proofs.read_bytes()).replace(b'"1"', b'"2"'))
    proofs.write_bytes(gzip.compress(json.dumps(damaged).encode()))
    with pytest.raises(AssertionError, match="searched"):
        check(file, cache=tmp_path / "cache", theorems=(), proofs=[proofs], jobs=1)


def test_without_a_cache_and_without_proofs_all_is_searched(shipped, tmp_path, monkeypatch):
    file, _ = shipped
    monkeypatch.setattr(deciding, "_search", never)
    with pytest.raises(AssertionError, match="searched"):
        verdicts(file, tmp_path, [])


@pytest.mark.slow
def test_a_tampered_proof_proves_nothing(shipped, tmp_path):
    """The proof of one goal is shipped for another, and a certificate is damaged."""
    file, proofs = shipped
    found = json.loads(gzip.decompress(proofs.read_bytes()))
    names = sorted(found)
    turned = dict(zip(names, [found[name] for name in (*names[1:], names[0])], strict=True))
    damaged = json.loads(json.dumps(found).replace('"1"', '"2"'))
    for wrong in (turned, damaged, {name: {"certificate": {}} for name in names}, []):
        proofs.write_bytes(gzip.compress(json.dumps(wrong).encode()))
        assert verdicts(file, tmp_path, [proofs]) == VERDICTS
    for data in (b"", b"no gzip", gzip.compress(b"{")):
        proofs.write_bytes(data)
        assert verdicts(file, tmp_path, [proofs]) == VERDICTS


@pytest.mark.slow
def test_the_library_ships_proofs_of_its_derivations():
    (file,) = proof_files()
    found = json.loads(gzip.decompress(file.read_bytes()))
    assert len(found) > 1000
    assert all("certificate" in item for item in found.values())
