"""What the stages of a check know of all mentions of a document, worked out once."""
