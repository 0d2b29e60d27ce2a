"""What a reader sees of a record: cards as plain text and HTML, made of records for print."""
