"""What the standard SARIF 2.1.0 (OASIS, 2020) asks of the part of it that is written, by its sections, in our
own words: which properties there are, which must be there, and what each may hold."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]
_TEXT: Schema = {"type": "string", "minLength": 1}
_FROM_ONE: Schema = {"type": "integer", "minimum": 1}
_LEVEL: Schema = {"enum": ["none", "note", "warning", "error"]}  # 3.27.10
_BAG: Schema = {"type": "object"}  # 3.8: property bags hold anything


def _many(items: Schema, least: int = 0) -> Schema:
    return {"type": "array", "items": items, "minItems": least}


def _object(must: Schema, may: Schema | None = None) -> Schema:
    return {
        "type": "object",
        "properties": must | (may or {}),
        "required": list(must),
        "additionalProperties": False,
    }


_MESSAGE = _object({"text": _TEXT})  # 3.11
_REGION = _object(  # 3.30
    {"startLine": _FROM_ONE}, {"startColumn": _FROM_ONE, "endLine": _FROM_ONE, "endColumn": _FROM_ONE}
)
_ARTIFACT = _object({"uri": {"type": "string", "pattern": r"^[^\s\\]+$"}})  # 3.4.3: a URI, not a path
_LOGICAL = _object({}, {"name": _TEXT, "fullyQualifiedName": _TEXT, "kind": _TEXT})  # 3.33
_LOCATION = _object(  # 3.28
    {},
    {
        "id": {"type": "integer", "minimum": -1},
        "physicalLocation": _object({"artifactLocation": _ARTIFACT}, {"region": _REGION}),  # 3.29
        "logicalLocations": _many(_LOGICAL),
        "message": _MESSAGE,
        "properties": _BAG,
    },
)
_RESULT = _object(  # 3.27
    {"message": _MESSAGE},
    {
        "ruleId": _TEXT,
        "ruleIndex": {"type": "integer", "minimum": -1},
        "level": _LEVEL,
        "rank": {"type": "number", "minimum": -1, "maximum": 100},  # 3.27.25
        "locations": _many(_LOCATION),
        "relatedLocations": _many(_LOCATION),
        "partialFingerprints": {"type": "object", "additionalProperties": {"type": "string"}},
        "properties": _BAG,
    },
)
_RULE = _object(  # 3.49
    {"id": _TEXT},
    {
        "name": _TEXT,
        "shortDescription": _MESSAGE,
        "fullDescription": _MESSAGE,
        "help": _MESSAGE,
        "defaultConfiguration": _object({}, {"level": _LEVEL}),
    },
)
_NOTIFICATION = _object({"message": _MESSAGE}, {"level": _LEVEL, "locations": _many(_LOCATION)})  # 3.58
_INVOCATION = _object(  # 3.20
    {"executionSuccessful": {"type": "boolean"}}, {"toolExecutionNotifications": _many(_NOTIFICATION)}
)
_RUN = _object(  # 3.14
    {"tool": _object({"driver": _object({"name": _TEXT}, {"version": _TEXT, "rules": _many(_RULE)})})},
    {
        "invocations": _many(_INVOCATION),
        "results": _many(_RESULT),
        "language": {"type": "string", "pattern": "^[a-zA-Z]{2}(-[a-zA-Z]{2,4})?$"},
        "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    },
)
SARIF: Schema = _object({"version": {"const": "2.1.0"}, "runs": _many(_RUN)}, {"$schema": _TEXT})  # 3.13
