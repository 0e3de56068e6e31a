"""Identities: equations that hold by the meaning of statement lines, wherever these stand."""
