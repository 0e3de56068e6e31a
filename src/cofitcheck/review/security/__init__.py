"""Accounts, the browsers that have signed in to them, and keys for programs.

Passwords, tokens and keys are made at random, and kept as hashes.
"""

from __future__ import annotations

import datetime
import hashlib
import hmac
import secrets
from enum import StrEnum

from sqlalchemy import delete, select
from sqlalchemy.orm import Session, joinedload

from cofitcheck.errors import InputError
from cofitcheck.review.database import now
from cofitcheck.review.database.models import AccountRow, ApiKeyRow, SignInRow

LONGEST_NAME = 120
"""How many characters a name may have."""

SESSION = datetime.timedelta(hours=12)
"""How long a browser stays signed in."""

_SHORTEST_PASSWORD = 10

# These take 64 MB and about 0.1 s for each try on one core, as the scrypt paper advises for interactive use.
_COST = {"n": 2**15, "r": 8, "p": 1, "maxmem": 2**27}


class AccountRole(StrEnum):
    """What an account may do."""

    ADMINISTRATOR = "administrator"
    """May do all that a reviewer may, archive documents, and reopen what is signed."""
    REVIEWER = "reviewer"
    """May upload, decide and hand over."""
    VIEWER = "viewer"
    """May look and hand over."""


def find(session: Session, name: str) -> AccountRow | None:
    """Return the account of a name, if there is one."""
    return session.scalar(select(AccountRow).where(AccountRow.name == name))


def save(session: Session, name: str, role: AccountRole, password: str | None = None) -> AccountRow:
    """Make an account, or change the role and the password of an old one.

    Raises `InputError` where the name or the password cannot be used.
    """
    name = name.strip()
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise InputError(f"an account needs a name of 1 to {LONGEST_NAME} printable characters")
    if password is not None and len(password) < _SHORTEST_PASSWORD:
        raise InputError(f"a password needs at least {_SHORTEST_PASSWORD} characters")
    account = find(session, name)
    if account is None:
        account = AccountRow(name=name, role=role.value)
        session.add(account)
    account.role, account.active = role.value, True
    if password is not None:
        account.password = hash_password(password)
    session.flush()
    return account


def close(session: Session, name: str) -> None:
    """Close an account and sign it out everywhere; its name stays in the audit trail.

    Raises `InputError` where there is none of that name.
    """
    account = require(session, name)
    account.active, account.password = False, ""
    for kind in (SignInRow, ApiKeyRow):
        session.execute(delete(kind).where(kind.account_id == account.id))


def require(session: Session, name: str) -> AccountRow:
    """Return the account of a name. Raises `InputError` where there is none."""
    account = find(session, name)
    if account is None:
        raise InputError(f"there is no account {name}; make it with: cofitcheck accounts add {name}")
    return account


def with_password(session: Session, name: str, password: str) -> AccountRow | None:
    """Return the account with this name and password, None where there is none."""
    account = find(session, name)
    stored = account.password if account and account.active else ""
    return account if password_matches(password, stored) and stored else None


def sign_in(session: Session, account: AccountRow) -> str:
    """Sign a browser in to an account, and return the secret that the browser keeps."""
    session.execute(delete(SignInRow).where(SignInRow.expires < now()))
    secret = new_secret()
    session.add(SignInRow(secret=digest(secret), account_id=account.id, expires=now() + SESSION))
    return secret


def sign_out(session: Session, secret: str) -> None:
    """Forget a signed-in browser."""
    session.execute(delete(SignInRow).where(SignInRow.secret == digest(secret)))


def signed_in(session: Session, secret: str) -> AccountRow | None:
    """Return the account of a signed-in browser, or None."""
    query = select(SignInRow).options(joinedload(SignInRow.account))
    row = session.scalar(query.where(SignInRow.secret == digest(secret), SignInRow.expires > now()))
    return row.account if row and row.account.active else None


def new_key(session: Session, account: AccountRow, label: str) -> str:
    """Return a new key for programs. It can be shown only now, as only its hash is kept."""
    secret = f"cfc_{new_secret()}"
    session.add(ApiKeyRow(account_id=account.id, label=label.strip()[:120], secret=digest(secret)))
    return secret


def with_key(session: Session, secret: str) -> AccountRow | None:
    """Return the account of a key, or None."""
    query = select(ApiKeyRow).options(joinedload(ApiKeyRow.account))
    row = session.scalar(query.where(ApiKeyRow.secret == digest(secret)))
    return row.account if row and row.account.active else None


def new_secret() -> str:
    """Return 256 random bits as text that is safe in a URL and in a cookie."""
    return secrets.token_urlsafe(32)


def digest(secret: str) -> str:
    """Return the hash by which a random secret is kept; 64 hexadecimal digits."""
    return hashlib.sha256(secret.encode()).hexdigest()


def csrf_token(secret: str) -> str:
    """Return the token that pages must send back with every change, for a browser with this secret."""
    return hmac.new(secret.encode(), b"cofitcheck csrf", "sha256").hexdigest()


def hash_password(password: str) -> str:
    """Return a salted hash of a password, as "scrypt$salt$hash"."""
    salt = secrets.token_bytes(16)
    return f"scrypt${salt.hex()}${_scrypt(password, salt).hex()}"


def password_matches(password: str, stored: str) -> bool:
    """Tell whether a hash was made of this password. This takes as long where there is no hash."""
    _, salt, expected = stored.split("$") if stored.count("$") == 2 else ("", "00", "")
    found = _scrypt(password, bytes.fromhex(salt)).hex()
    return hmac.compare_digest(found, expected)


def _scrypt(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode("utf-8", "replace"), salt=salt, **_COST)
