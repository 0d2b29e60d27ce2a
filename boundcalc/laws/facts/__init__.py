"""What is known of terms that are not read by what they are: vectors, laws, extrema, integrals."""
