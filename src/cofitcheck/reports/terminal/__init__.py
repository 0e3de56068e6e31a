"""What the terminal shows of a report, of one finding, and of what changed since an earlier draft."""
