"""What a report says, as plain data that every format takes. Nothing here depends on a format."""
