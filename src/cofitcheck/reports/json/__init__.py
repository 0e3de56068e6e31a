"""The report as JSON, in the form that the published schema describes."""
