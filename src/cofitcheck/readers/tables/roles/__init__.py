"""What each row, column and cell of a grid is: header, label, section, note, code, values."""
