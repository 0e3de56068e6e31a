"""What a report is and says, as plain data that every format takes; it knows no format."""
