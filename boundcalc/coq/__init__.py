"""Certificates as files of Coq: the theorem is stated over the reals, and each step is a tactic.

Main definitions
----------------
`coq_file`: the file that Coq's kernel checks by itself.
`Kernel`: whether `coqc` accepts the theorem, with the library compiled once.
`NotExported`: what a certificate uses that no lemma of the library is about.
"""

from boundcalc.coq.files import coq_file, theorem_text
from boundcalc.coq.kernel import Kernel, NoKernel
from boundcalc.coq.texts import NotExported

__all__ = ["Kernel", "NoKernel", "NotExported", "coq_file", "theorem_text"]
