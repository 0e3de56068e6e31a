"""Saved figures as a page of tables and plots."""
