"""What a sentence of a document says: domains, hypotheses, definitions, what is random, reasons."""
