"""What is known of a language: the words that statements are made of, as its data file lists them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from importlib import resources

import msgspec

from cofitcheck import compiled
from cofitcheck.language.books import BookWords
from cofitcheck.language.labels import (
    Captions,
    LabelBases,
    Measures,
    Opposites,
    Restatements,
    SignWords,
    Times,
)
from cofitcheck.language.prose import Sentences, Words
from cofitcheck.language.tables import Tables


class RowVocabulary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What labels of rows say that a row is.

    `part` begins the label of a part of the item above ("of which"); `deducted` and `added` begin that of an
    item that is deducted from those above, or added to them. `net` ends the name of a sum, or of what is
    left. `netted` begins the name of a sum that is not called a total. `result` stands in the name of what
    other lines leave or come to, `average` in that of a mean of other lines. `current` and `noncurrent` say
    of a part of an item that it is due within a year, or later. `reconciling` stands in the label of an
    amount that one statement of an item includes and another leaves out, `dividend` in that of dividends.
    `carried` ends the label of what is left where something was deducted above; `deducted_total` is the label
    of a total that is itself deducted. `nameless` are words that say nothing of what a row is about. `cost`
    stands in the name of what an income statement deducts, which many statements print without a sign.
    """

    total: Words = ()
    subtotal: Words = ()
    part: Words = ()
    deducted: Words = ()
    added: Words = ()
    net: Words = ()
    netted: Words = ()
    result: Words = ()
    average: Words = ()
    carried: Words = ()
    deducted_total: Words = ()
    nameless: Words = ()
    current: Words = ()
    noncurrent: Words = ()
    reconciling: Words = ()
    dividend: Words = ()
    cost: Words = ()


class Statements(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How statements name their totals and results, as whole labels.

    Of a balance sheet these are its totals: `funding` pays for the assets; `net_current` is current assets
    less current debts, `after_current` all assets less current debts, `net_assets` all assets less all debts.
    Of a cash flow statement they are the cash of the activities, the effect of currencies (`translation`),
    the change, and the cash before and after it. Of an income statement `expenses` are all that lead from
    revenue, or gross profit, to `operating_income`; `other_income` leads from there to the profit before tax;
    `after_tax` is what is added after the tax. `mezzanine` is equity that may have to be paid back. `cash` is
    the line of a balance sheet that the flows explain, together with `restricted_cash`; `held_for_sale` may
    hold cash that no such line states.

    `rounding` says that rounded parts need not add up to their total, `position` that a table is of the last
    day of its periods, `flows` that it is of spans of time, `quarterly` that these are quarters. `leads` may
    stand before a name, `ends` behind it, `asides` in brackets in it."""

    flows: Words = ()
    quarterly: Words = ()
    assets: Words = ()
    current_assets: Words = ()
    other_assets: Words = ()
    funding: Words = ()
    net_current: Words = ()
    after_current: Words = ()
    net_assets: Words = ()
    liabilities: Words = ()
    current_liabilities: Words = ()
    other_liabilities: Words = ()
    equity: Words = ()
    operating: Words = ()
    investing: Words = ()
    financing: Words = ()
    translation: Words = ()
    change: Words = ()
    opening: Words = ()
    closing: Words = ()
    mezzanine: Words = ()
    cash: Words = ()
    restricted_cash: Words = ()
    held_for_sale: Words = ()
    revenue: Words = ()
    cost: Words = ()
    gross_profit: Words = ()
    expenses: Words = ()
    operating_income: Words = ()
    other_income: Words = ()
    pretax: Words = ()
    tax: Words = ()
    after_tax: Words = ()
    other_comprehensive: Words = ()
    comprehensive: Words = ()
    net_income: Words = ()
    rounding: Words = ()
    position: Words = ()
    leads: Words = ()
    ends: Words = ()
    asides: Words = ()


class Ratio(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ratio of two lines of the statements: `part` over `whole`, which are fields of `Statements`. `named`
    are the whole words that sentences call it by.

    A measure that is worked out in several customary ways has `ways` in place of the two lines: sums and
    differences of lines, divided by others where there is a "/". A "?" stands behind a line that not every
    company has."""

    part: str = ""
    whole: str = ""
    named: Words = ()
    ways: Words = ()


class RatioWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How sentences name a ratio: `named` are those with their own names, `as_share` stands between a part
    and its whole ("as a percentage of"). `around` are words before or behind the name that say nothing of
    what it is of, `joins` begins a further name in the same clause. `called` are whole names of a field of
    `Statements` that no statement has as a label ("operating cash flow"), or of `diluted_per_share` and
    `basic_per_share`. `of_group` are words, without plurals, of headings over text on the whole company."""

    named: Mapping[str, Ratio] = {}
    called: Mapping[str, Words] = {}
    as_share: Words = ()
    around: Words = ()
    joins: Words = ()
    of_group: Words = ()


class Senses(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words of which one alone turns what a label says: `pairs` of them, "due from" and "due to".

    A whole label in lower case is that of what others owe (`owed`), or of what is owed to others (`owing`);
    with the words of `not_owed` or `not_owing` it is neither. `turned` are pairs whose numbers are the
    same with the other sign: income and loss. `sides` are groups of words of which a heading and the total
    below it have the same one: of the assets, or of the liabilities.
    """

    pairs: tuple[tuple[str, str], ...] = ()
    turned: tuple[tuple[str, str], ...] = ()
    owed: Words = ()
    not_owed: Words = ()
    owing: Words = ()
    not_owing: Words = ()
    sides: tuple[Words, ...] = ()


class References(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a document names its own parts: a `note` (as it is written), an `item` of a report, the `part` that
    items stand in, and a `chapter` with its number, each of which is a `numeral`; `items` names the chapter
    on the items of the statements, and `chapter_of_policies` is one that notes begin with. `see` stands
    before `note_sign`, the word for notes, whose numbers follow at once.

    A `table`, a `figure` and a `section` have numbers too. Behind such a number `part_of` leads to what the
    part is of, unless that is `of_own`; of a text of the words in `law` it is none of the document's.
    `leads_to_note` stands before a note in a sentence.

    `continued` ends a heading that is printed again. Behind a reference to a note `goes_on` begins what is no
    title any more, `about` leads to the subject, and `of_statements` before that to what the notes are of.
    `to` stands between the first and the last of several numbers. `page` leads to the number of a page, and
    `filed` to that of an `exhibit`. `own_document` names the document itself, `other_document` another one.
    `ended` stands before a list of years, and `leads_to_table` in the sentence before a table. `generic` are
    the words of titles that are no subject, without their plurals; with one of `policies` a note tells of
    every subject how it is accounted for.
    """

    note: Words = ()
    item: Words = ()
    part: Words = ()
    table: Words = ()
    figure: Words = ()
    section: Words = ()
    part_of: Words = ()
    of_own: Words = ()
    law: Words = ()
    leads_to_note: Words = ()
    chapter: Words = ()
    numeral: Words = ()
    items: Words = ()
    chapter_of_policies: Words = ()
    note_sign: Words = ()
    see_notes: Words = ()
    continued: Words = ()
    goes_on: Words = ()
    of_statements: Words = ()
    about: Words = ()
    to: Words = ()
    page: Words = ()
    exhibit: Words = ()
    filed: Words = ()
    own_document: Words = ()
    other_document: Words = ()
    ended: Words = ()
    leads_to_table: Words = ()
    generic: Words = ()
    policies: Words = ()


class ChangeWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What headers say of changes: `change` that the numbers below are changes, `partial` that these leave
    something out, so that the amounts beside them do not come to them. `header` and `row` name a column or a
    row of changes, `share` heads parts of the column beside it."""

    change: Words = ()
    partial: Words = ()
    header: Words = ()
    row: Words = ()
    share: Words = ()


class Magnitudes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What powers of ten are called.

    `words` stand alone ("in millions"), `short` beside a number or a currency ("€m"). Of unspaced languages
    each of `small` may stand before each of `large`.
    """

    words: Mapping[str, int] = {}
    short: Mapping[str, int] = {}
    small: Mapping[str, int] = {}
    large: Mapping[str, int] = {}


class Units(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How captions and headers state units.

    `says_in` stands before a unit ("in millions"), `says_of` between a power of ten and what it counts
    ("millions of euros"), and `beside` is what else a caption may say. `glued` are the powers of ten that are
    written right before a currency ("TEUR"). `per_share` says that an amount is one of a share, `reference`
    heads a column of references to notes.
    """

    says_in: Words = ()
    says_of: Words = ()
    beside: Words = ()
    glued: Mapping[str, int] = {}
    per_share: Words = ()
    reference: Words = ()


class Currencies(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ISO codes of what currencies are called; `shared` names may mean any of several."""

    names: Mapping[str, str] = {}
    shared: Mapping[str, Words] = {}


class Balances(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What labels say of a balance: `balance` that it is one, `opening` and `closing` that it is the one
    before or after what moved. `whole_span` says of what moved that it is of the whole period. `cash` and
    `stocks` are whole balances. `made_up` titles what a balance consists of, `restates` what changes one
    between two periods.
    """

    balance: Words = ()
    opening: Words = ()
    closing: Words = ()
    whole_span: Words = ()
    cash: Words = ()
    made_up: Words = ()
    stocks: Words = ()
    restates: Words = ()


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The letters of a language that sets no words apart, as ranges of a character class, and those of them
    that it counts with, from one to ten; `zeros` are its signs for zero.

    `hiragana` and `katakana` are ranges of Japanese, and `long_vowel` is what lengthens a vowel there.
    Each of `traditional` stands for that of `simplified` in its place.
    """

    letters: str = ""
    numerals: str = ""
    zeros: str = ""
    hiragana: str = ""
    katakana: str = ""
    long_vowel: str = ""
    traditional: Words = ()
    simplified: Words = ()


class Language(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of one language.

    `spaced` tells that it sets them apart by blanks. `months` are the numbers of the months by their names.
    `contrasts` are pairs of words, several with blanks between, that set two facts apart however alike the
    rest is. `bases` are the words of sentences that make a number another fact, by the name of the basis: "in
    constant currency". `books` head the columns of trial balances. `accounts` are the names of accounts, by
    their class and what they are about.
    """

    name: str
    spaced: bool
    rows: RowVocabulary = RowVocabulary()
    statements: Statements = Statements()
    roles: Statements = Statements()
    changes: ChangeWords = ChangeWords()
    ratios: RatioWords = RatioWords()
    units: Units = Units()
    magnitudes: Magnitudes = Magnitudes()
    currencies: Currencies = Currencies()
    balances: Balances = Balances()
    script: Script = Script()
    opposites: Opposites = Opposites()
    senses: Senses = Senses()
    references: References = References()
    label_bases: LabelBases = LabelBases()
    directions: SignWords = SignWords()
    restated: Restatements = Restatements()
    captions: Captions = Captions()
    measures: Measures = Measures()
    time: Times = Times()
    sentences: Sentences = Sentences()
    tables: Tables = Tables()
    books: BookWords = BookWords()
    accounts: Mapping[str, Mapping[str, Words]] = {}
    bases: Mapping[str, Words] = {}
    months: Mapping[str, int] = {}
    contrasts: tuple[tuple[str, str], ...] = ()


def languages() -> tuple[Language, ...]:
    """Return the languages that have a data file beside this module, in the order of their files."""
    files = sorted(resources.files("cofitcheck.language").iterdir(), key=lambda file: file.name)
    texts = [file.read_text("utf-8") for file in files if file.name.endswith(".toml")]
    name = f"languages-{sha256(chr(0).join(texts).encode()).hexdigest()[:16]}"
    with suppress(msgspec.MsgspecError):
        return msgspec.msgpack.decode(compiled.load(name) or b"", type=tuple[Language, ...])
    found = tuple(msgspec.convert(tomllib.loads(text), Language) for text in texts)
    compiled.keep(name, msgspec.msgpack.encode(found))
    return found
