"""The trusted base: reads a certificate and accepts or rejects it.

Standard library only; nothing else of boundcalc is imported here, and no verdict PROVED or REFUTED
exists that this package did not accept.
"""

from boundcalc.checker.certificates import Accepted, check_certificate
from boundcalc.checker.reading import read_certificate
from boundcalc.checker.terms import Rejected

__all__ = ["Accepted", "Rejected", "check_certificate", "read_certificate"]
