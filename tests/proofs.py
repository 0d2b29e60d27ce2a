"""The proofs of the derivations that the library ships, so that pages need no search.

Run ``python -m tests.proofs`` after the notes have changed: it checks them, takes what the user's
cache holds, and writes ``theorems/proofs/notes.json.gz`` anew. What is not in it is searched for.
"""

from pathlib import Path

from boundcalc.document_checker import Checker, default_cache
from boundcalc.library import load_library, note_files
from boundcalc.obligations.cache import write_proofs

FILE = Path(__file__).resolve().parent.parent / "boundcalc_theorems" / "proofs" / "notes.json.gz"


def main() -> None:
    checker = Checker(theorems=load_library().theorems, cache=default_cache(), proofs=[FILE])
    checker.check(note_files())
    answers, derived = {}, {}
    for decider in checker.deciders.values():
        answers |= decider.answers
        derived |= decider.derived
    FILE.parent.mkdir(exist_ok=True)
    count = write_proofs(FILE, answers, derived.values())
    print(f"written: {count} proofs in {FILE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
