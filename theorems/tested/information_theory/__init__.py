"""Max-information and mutual information on instances."""
