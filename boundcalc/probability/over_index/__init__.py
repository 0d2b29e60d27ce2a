"""What holds over the index of a family: for each member, for sums, products and maxima of them."""
