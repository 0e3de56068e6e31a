"""The part of SARIF 2.1.0 that is written; names and meanings are those of the standard (OASIS, 2020)."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, field

Level = Literal["error", "warning", "note"]


class Message(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A text for a person."""

    text: str


class Artifact(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Where a file is: from the root of the repository, or as an absolute `file:` address."""

    uri: str


class Region(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A part of a file of text; lines and columns count from 1, the end is the column behind the last."""

    start_line: int
    start_column: int
    end_line: int
    end_column: int


class PhysicalLocation(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A file, and the region of it where it is text."""

    artifact_location: Artifact
    region: Region | None = None


class LogicalLocation(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A place by its names, the outermost first."""

    name: str
    fully_qualified_name: str
    kind: str = "value"


class Location(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Where a number stands. `properties` has the page, table, row and column, each counted from 1."""

    id: int | None = None
    physical_location: PhysicalLocation
    logical_locations: tuple[LogicalLocation, ...] = ()
    message: Message | None = None
    properties: dict[str, Any] = field(default_factory=dict)


class Suppression(Struct, frozen=True, kw_only=True, rename="camel"):
    """Why a finding does not count: `justification` says who set it aside, when and why."""

    kind: Literal["external"] = "external"
    status: Literal["accepted"] = "accepted"
    justification: str = ""


class Result(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A finding."""

    rule_id: str
    rule_index: int
    level: Level
    message: Message
    rank: float
    locations: tuple[Location, ...]
    related_locations: tuple[Location, ...] = ()
    suppressions: tuple[Suppression, ...] = ()
    partial_fingerprints: dict[str, str] = field(default_factory=dict)
    properties: dict[str, Any] = field(default_factory=dict)


class Configuration(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The level of a rule, for results that do not state their own."""

    level: Level


class Rule(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A kind of finding."""

    id: str
    name: str
    short_description: Message
    full_description: Message
    help: Message
    default_configuration: Configuration


class Driver(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The program and its rules."""

    name: str
    version: str
    rules: tuple[Rule, ...]


class Tool(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The tool that made the findings."""

    driver: Driver


class Notification(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A document that could not be checked, and why."""

    level: Level
    message: Message
    locations: tuple[Location, ...]


class Invocation(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Whether every document was checked."""

    execution_successful: bool
    tool_execution_notifications: tuple[Notification, ...] = ()


class SarifRun(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """One run over documents."""

    tool: Tool
    invocations: tuple[Invocation, ...]
    results: tuple[Result, ...]
    language: str
    column_kind: str


class SarifLog(Struct, frozen=True, kw_only=True):
    """A whole file."""

    schema: str = field(name="$schema")
    version: str
    runs: tuple[SarifRun, ...]
