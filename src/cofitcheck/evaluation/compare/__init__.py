"""The benchmark of two documents: numbers of two filings that state one fact, and errors in comparatives."""
