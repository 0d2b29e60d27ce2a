"""What proofs of privacy say: preimages of events, and sensitivities of functions."""
