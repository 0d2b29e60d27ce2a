"""The calculus of probability in the trusted base: what is random, schemes, exact finite laws."""
