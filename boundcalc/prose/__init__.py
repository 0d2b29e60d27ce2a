"""What the sentences of a document say: domains, hypotheses, definitions, reasons, and scopes."""
