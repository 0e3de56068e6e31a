"""Words of labels, headers and captions by what they mean, over all languages: parts of patterns.

Each vocabulary of `labels.py` is offered as a mapping from the name of a field to a pattern of its words in
any language. The words have the boundaries that they need, or are meant for a pattern that sets them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import resources

import msgspec

from cofitcheck.language.lexicon import LANGUAGES, either
from cofitcheck.language.model import Language


def _by_field(vocabulary: Callable[[Language], msgspec.Struct]) -> Mapping[str, str]:
    fields = vocabulary(LANGUAGES[0]).__struct_fields__
    return {field: either(getattr(vocabulary(each), field) for each in LANGUAGES) for field in fields}


OPPOSITES = _by_field(lambda language: language.opposites)
"""What keeps two facts apart, by the field of `Opposites`."""
LABEL_BASES = _by_field(lambda language: language.label_bases)
DIRECTIONS = _by_field(lambda language: language.directions)
RESTATED = _by_field(lambda language: language.restated)
CAPTIONS = _by_field(lambda language: language.captions)
MEASURES = _by_field(lambda language: language.measures)
TIMES = _by_field(lambda language: language.time)
"""Words of time; those of Chinese and Japanese dates are in `calendar.py`."""
COUNTS = {word: months for each in LANGUAGES for word, months in each.time.counts.items()} | {
    str(months): months for months in (3, 6, 9, 12)
}
"""The months that a period lasts by the words for them, in lower case."""
WEEKS = {word: weeks for each in LANGUAGES for word, weeks in each.time.spoken_weeks.items()}
ORDINALS = {word: at for each in LANGUAGES for word, at in each.time.ordinals.items()}
CHANGES_SAID = _by_field(lambda language: language.changes)
BALANCES = _by_field(lambda language: language.balances)
CARRIED = either(language.rows.carried for language in LANGUAGES)
"""What ends the label of what is left where something was deducted above."""
DEDUCTED_TOTALS = either(language.rows.deducted_total for language in LANGUAGES)
NAMELESS_WORDS = either(language.rows.nameless for language in LANGUAGES if language.spaced)
"""The words of labels that say nothing of what a row is about."""
NAMELESS_SIGNS = either(language.rows.nameless for language in LANGUAGES if not language.spaced)
POSITION = either(language.statements.position for language in LANGUAGES)
"""What ends the title of a table that is of the last day of its periods."""
FLOWS = either(language.statements.flows for language in LANGUAGES)
"""What the title says of a table that is of spans of time."""
QUARTERLY = either(language.statements.quarterly for language in LANGUAGES)
CHANGES = frozenset(word for language in LANGUAGES for word in language.opposites.changes)
OF_WHAT = frozenset(word for language in LANGUAGES for word in language.opposites.of_what)
"""The whole words of a header that says of its numbers only that they are changes, in lower case."""
SHARE_SIGNS = frozenset(word for language in LANGUAGES for word in language.measures.share)
"""The signs that stand for shares."""
SENSES = tuple(pair for language in LANGUAGES for pair in language.senses.pairs)
"""Two words each of which turns what a label says, as "due from" and "due to", in lower case."""
TURNED_SENSES = tuple(pair for language in LANGUAGES for pair in language.senses.turned)
"""The pairs of such words whose numbers are the same with the other sign."""
OWED = either(language.senses.owed for language in LANGUAGES)
"""The whole label of what others owe."""
NOT_OWED = either(language.senses.not_owed for language in LANGUAGES)
OWING = either(language.senses.owing for language in LANGUAGES)
"""The whole label of what is owed to others."""
NOT_OWING = either(language.senses.not_owing for language in LANGUAGES)
SIDES = tuple(group for language in LANGUAGES for group in language.senses.sides)
"""Groups of words of which a heading and the total below it have the same one, in lower case."""
REFERENCES = _by_field(lambda language: language.references)
"""How a document names its own parts, by the field of `References`."""
GENERIC_SUBJECTS = frozenset(word for language in LANGUAGES for word in language.references.generic)
POLICIES = frozenset(word for language in LANGUAGES for word in language.references.policies)


def glossary() -> dict[str, str]:
    """Return the English names of items by their names in the glossaries."""
    files = sorted(
        resources.files("cofitcheck.language").joinpath("glossary").iterdir(), key=lambda f: f.name
    )
    lines = (line.split("\t") for file in files for line in file.read_text("utf-8").splitlines())
    return {name: english for english, names in lines for name in names.split(" | ")}
