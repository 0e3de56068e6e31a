"""Identities: equations of the statements that hold by what their lines mean, wherever they stand."""
