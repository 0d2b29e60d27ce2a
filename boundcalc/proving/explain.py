"""How a relation was proved, in a paragraph that a mathematician can follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from boundcalc.checker.terms import read_term
from boundcalc.proving.terms import to_expression

MAX_SENTENCES = 7


def explain_proof(certificate: Mapping[str, Any]) -> str:
    """Return a paragraph about the main line of a proof, and a count of its steps."""
    proof = certificate["proof"]
    sentences: list[str] = []
    step: Any = proof
    while isinstance(step, dict) and len(sentences) < MAX_SENTENCES:
        sentence = _sentence(step)
        if sentence:
            sentences.append(sentence)
        if step.get("rule") in ("split", "compare", "cases"):
            break
        step = (step.get("children") or ["auto"])[-1]
    if step == "auto":
        sentences.append("There the difference of the sides is enclosed, and has the right sign.")
    counts = Counter(_rules(proof))
    parts = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
    return f"Consider the greater side minus the smaller. {' '.join(sentences)} Steps: {parts}."


def _rules(step: Any) -> Iterator[str]:
    if step == "auto":
        yield "enclose"
        return
    yield step["rule"]
    for child in step.get("children", ()):
        yield from _rules(child)


def _text(data: Any) -> str:
    text = str(to_expression(read_term(data)))
    return text if len(text) <= 90 else f"{text[:87]}..."


def _sentence(step: Mapping[str, Any]) -> str:
    rule, variable = step["rule"], step.get("variable", "")
    if rule == "monotone":
        end = step["end"]
        where = {"low": "the lower end of its range", "high": "the upper end of its range"}.get(
            end, "the bound that an assumption gives"
        )
        moves = "increasing" if end == "low" else "decreasing" if end == "high" else "monotone"
        return f"It is {moves} in {variable}, so it suffices at {where}."
    sentences = {
        "enclose": "It is enclosed over the whole domain, and has the right sign.",
        "identity": "It vanishes identically, by its normal form.",
        "concave": f"It is concave in {variable}, so it suffices at both ends of its range.",
        "split": f"Cut the range of {variable} at {step.get('at')}; each part is proved by itself.",
        "relax": f"Let {variable} be real.",
        "logarithm": "Both sides are positive; compare their logarithms.",
        "square": "Compare the squares.",
        "parts": "Each of its parts is positive.",
        "both": "Show that it is neither negative nor positive.",
        "exclude": "An assumption excludes the whole box.",
        "fact": "This is an assumption.",
        "induction": f"Use induction on {variable}.",
        "tail": f"It decreases in {variable} to a limit that is not negative.",
        "end": f"Treat the end of the range of {variable} by itself.",
        "bound": f"The assumptions bound {variable} by {step.get('value')}.",
    }
    if rule in ("unfold", "name"):
        return f"Write out {_text(step['term'])}." if rule == "unfold" else ""
    if rule == "factorial":
        return f"Enclose {_text(step['term'])} by the bounds of Robbins."
    if rule == "factor":
        return f"Divide by the positive {_text(step['factor'])}."
    if rule == "cut":
        return f"First, {_text(step['term'])} {step['kind']} 0."
    if rule in ("cases", "floor"):
        return f"Tell the cases of {_text(step['term'])} apart."
    if rule == "compare":
        return f"Tell apart which of {_text(step['first'])} and {_text(step['second'])} is greater."
    if rule == "combine":
        return "Subtract a nonnegative multiple of an assumption."
    if rule == "substitute":
        return f"Substitute for {variable} ({step.get('form')})."
    return sentences.get(rule, "")
