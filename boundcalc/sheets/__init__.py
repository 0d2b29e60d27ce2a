"""Tables of answers as they are shown, one column a theorem, one row a point of a grid."""
