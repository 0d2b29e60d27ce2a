"""What was found in documents, as a table, a page, JSON, SARIF, and the errata of the sources."""
