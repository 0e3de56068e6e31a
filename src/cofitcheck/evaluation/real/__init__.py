"""The benchmark of real errors: what is told of published filings, against verdicts by reading."""
