"""Passwords, tokens and keys: made at random, kept as hashes."""

from __future__ import annotations

import hashlib
import hmac
import secrets

# 64 MB and about 0.1 s a try on one core, as the scrypt paper's authors advise for interactive use.
_COST = {"n": 2**15, "r": 8, "p": 1, "maxmem": 2**27}


def new_secret() -> str:
    """Return 256 random bits as text that is safe in a URL and in a cookie."""
    return secrets.token_urlsafe(32)


def digest(secret: str) -> str:
    """Return the hash by which a random secret is kept; 64 hexadecimal digits."""
    return hashlib.sha256(secret.encode()).hexdigest()


def csrf_token(secret: str) -> str:
    """Return what a page of the browser with this secret must send back with every change."""
    return hmac.new(secret.encode(), b"cofitcheck csrf", "sha256").hexdigest()


def hash_password(password: str) -> str:
    """Return a salted hash of a password, as "scrypt$salt$hash"."""
    salt = secrets.token_bytes(16)
    return f"scrypt${salt.hex()}${_scrypt(password, salt).hex()}"


def password_matches(password: str, stored: str) -> bool:
    """Tell whether a password is the one a hash was made of; takes as long where there is no hash."""
    _, salt, expected = stored.split("$") if stored.count("$") == 2 else ("", "00", "")
    found = _scrypt(password, bytes.fromhex(salt)).hex()
    return hmac.compare_digest(found, expected)


def _scrypt(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode("utf-8", "replace"), salt=salt, **_COST)
