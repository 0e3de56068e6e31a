"""What is known of the tables of a language, as its data file lists it: parts of patterns, by what they mean.

Two readers that ask for the same thing, but were given different words for it, each have an entry. One entry
takes the place of both only when it is shown to serve both.
"""

from __future__ import annotations

import msgspec

from cofitcheck.language.prose import Words


class HeaderWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What headers say of the columns below them.

    `order` numbers the rows, `codes` and `number_signs` are of codes and numbers of things, `relations` of
    how parties are related, `types` of types. `identifiers`, not behind `not_identifiers`, and
    `identifiers_behind` are what rows of codes are called. `number_sign` stands in codes themselves,
    `number_ends` ends the header of short ones. `dates` are of days, `ages` of how old things are, `years` of
    years, `terms` of lengths of time. `items` and `names` head the labels of rows. `note` refers to a note,
    and `related` says of parties that a note explains how they are related. `rates` are shares and changes,
    `shares` percentages and no multiples, `of_another` shares and changes of the column beside them;
    `measured` says over the labels what all numbers of a table are. `beside` says nothing that the header
    above has not said, `changes` are of changes. `notes_before` and `between_notes` stand before and between
    the numbers of notes.
    """

    order: Words = ()
    codes: Words = ()
    number_signs: Words = ()
    number_sign: Words = ()
    number_ends: Words = ()
    relations: Words = ()
    types: Words = ()
    identifiers: Words = ()
    identifiers_behind: Words = ()
    not_identifiers: Words = ()
    dates: Words = ()
    ages: Words = ()
    years: Words = ()
    terms: Words = ()
    items: Words = ()
    names: Words = ()
    note: Words = ()
    related: Words = ()
    rates: Words = ()
    shares: Words = ()
    of_another: Words = ()
    measured: Words = ()
    beside: Words = ()
    changes: Words = ()
    notes_before: Words = ()
    between_notes: Words = ()


class UnitWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How tables say in what their numbers are.

    `heads` and `heads_apart` are over columns of units, `currency_heads` and `currency_heads_apart` over
    columns of currencies. `says` stands before a unit in a caption. `yuan` is the currency, or the sign that
    several share, that a power of ten stands before; `money` are the signs of money, `money_letters` what
    else says that a unit is one of money, `renminbi` the name of the currency, `share` what counts shares.
    `named_currencies` say which currency a sign is of. `things` are counted, `spans` are of time, `people`
    are counted in powers of ten. `pieces` heads counts and prices of single things. `counted` ends what is
    counted, `months` what counts months, `unscaled` what no power of ten is of, `amounts` what is one.
    `of_all` says that a unit is that of all. `between` stands between several, `price_names`, `span_names`
    and `share_names` are what is told in further ones. `foreign` heads amounts in the currency of their row,
    `converted` those converted. `against` stands between the two currencies of a rate. `truncated` says that
    amounts are cut off and not rounded. `members` and `counted_things` are what labels count, but behind
    words of `of_counted` and before those of `money_behind_counted`. `per` says that an amount is a price.
    """

    heads: Words = ()
    heads_apart: Words = ()
    currency_heads: Words = ()
    currency_heads_apart: Words = ()
    says: Words = ()
    yuan: Words = ()
    money: Words = ()
    money_letters: Words = ()
    renminbi: Words = ()
    share: Words = ()
    named_currencies: Words = ()
    things: Words = ()
    spans: Words = ()
    people: Words = ()
    pieces: Words = ()
    counted: Words = ()
    months: Words = ()
    unscaled: Words = ()
    unscaled_anywhere: Words = ()
    amounts: Words = ()
    of_all: Words = ()
    amounts_alone: Words = ()
    between: Words = ()
    price_names: Words = ()
    span_names: Words = ()
    share_names: Words = ()
    foreign: Words = ()
    converted: Words = ()
    against: Words = ()
    truncated: Words = ()
    members: Words = ()
    counted_things: Words = ()
    per: Words = ()
    of_counted: Words = ()
    money_behind_counted: Words = ()


class LabelWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What labels say of their rows.

    `ditto` says that a label is the one above. `shares` begin those of a share or a change of the row above.
    `comprehensive` is what all comprehensive income, and what is earned a share, is called;
    `other_comprehensive` holds none of them. `sides` are those of a balance sheet, `of_side` ends their sums,
    `side_parts` are in them. `several` and `between_several` say that a sum is one of several items.
    `sections` are whole labels of sections, `section_ends` end such labels. `without_amount` is what balance
    sheets list without one. `balance` is what a balance is called beside its date. `certificate` names one
    that may state its year. `no_whole` begin labels that have no parts below them, `begins_whole` those that
    are whole though they begin small; `net` ends one that goes on, and so do the words of `unended`. `cash`,
    `activities` and `cash_in_all` are of statements of cash flows: amounts of cash, the sections, and the
    lines below them. `balances` are named so. `before` says that lines follow, `closes` that none does.
    """

    ditto: Words = ()
    shares: Words = ()
    comprehensive: Words = ()
    other_comprehensive: Words = ()
    sides: Words = ()
    of_side: Words = ()
    side_parts: Words = ()
    several: Words = ()
    between_several: Words = ()
    sections: Words = ()
    section_ends: Words = ()
    without_amount: Words = ()
    balance: Words = ()
    certificate: Words = ()
    begins_whole: Words = ()
    net: Words = ()
    no_whole: Words = ()
    balances: Words = ()
    unended: Words = ()
    cash: Words = ()
    activities: Words = ()
    cash_in_all: Words = ()
    before: Words = ()
    closes: Words = ()


class TimeWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What cells and captions say of time.

    `dated` says that a cell is of a date, `lengths` stand behind a number of them, `years_and_months` is a
    length of both. `about` stands before a number, `to` between two. `year` is what a term is read in,
    `other_terms` are lengths that are not, `year_behind` may end a range. `letters` are all that dates are
    written with. `ended` says that a span ends on the day that follows, `span_words` and `span_heads` are of
    spans, and `whole_headers` begin headers that stand for themselves. `length_words` stand behind a number
    of lengths, `in_lengths` says in brackets what lengths are counted in.
    """

    dated: Words = ()
    lengths: Words = ()
    years_and_months: Words = ()
    about: Words = ()
    to: Words = ()
    to_in_range: Words = ()
    year: Words = ()
    other_terms: Words = ()
    year_behind: Words = ()
    letters: Words = ()
    whole_headers: Words = ()
    span_words: Words = ()
    ended: Words = ()
    span_heads: Words = ()
    length_words: Words = ()
    in_lengths: Words = ()


class AroundWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands around tables.

    `headings` and `chapters` begin chapters, `counted` are numbered parts of a text. `goes_on` says that a
    table is the rest of the one before, `carried` names the amounts at the edges of its pages. `statements`
    are the names of statements. `companies` end the names of companies, `name_signs` stand in them, `related`
    is what companies are called by their relation to the one that reports. `unit_is` is how a caption begins
    that is a unit and no more. `of_one_table` says that a unit is of the table below it, and `unit_labels`,
    `units_of_one`, `units_said` are how a unit is told. `units_of_notes` says the unit of all notes,
    `units_of_chapter` of a chapter. `unless_noted` says that a unit holds unless something else is noted,
    `foreign_money` that amounts are in another currency. `chapter_starts` begin chapters, `contents` stand in
    tables of contents, `filed` in lists of exhibits. `amounts_said` and `scale_said` say in prose of which
    power of ten amounts are, `unless_otherwise` that it holds for most. `statement_titles` are whole titles
    of statements, `statement_names` their names, which `qualifiers` stand before, `unaudited` in brackets
    too. `verbs` show that a line is a sentence. `continued`, and `continued_word` as a word, say that a table
    goes on. `subsidiaries` stand behind the name of a company, `between_names` between two.
    """

    headings: Words = ()
    chapters: Words = ()
    counted: Words = ()
    goes_on: Words = ()
    carried: Words = ()
    statements: Words = ()
    companies: Words = ()
    name_signs: Words = ()
    related: Words = ()
    unit_is: Words = ()
    of_one_table: Words = ()
    unit_labels: Words = ()
    units_of_one: Words = ()
    units_said: Words = ()
    units_of_notes: Words = ()
    units_of_chapter: Words = ()
    unless_noted: Words = ()
    foreign_money: Words = ()
    chapter_starts: Words = ()
    amounts_said: Words = ()
    scale_said: Words = ()
    statement_titles: Words = ()
    verbs: Words = ()
    continued: Words = ()
    continued_word: Words = ()
    unless_otherwise: Words = ()
    qualifiers: Words = ()
    unaudited: Words = ()
    statement_names: Words = ()
    subsidiaries: Words = ()
    between_names: Words = ()
    contents: Words = ()
    filed: Words = ()


class PageWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the pages of a PDF are read by, where only words tell what belongs together.

    `units` begin the line of a unit, `unit_of_page` is one at the top of a page; `said` stand in lines that
    are no row; `unit_ends` close a unit that a line broke. `particles` begin no label, `unended` and
    `listing` end a text that goes on. `year` is written behind a year of its own, `year_ends` and
    `date_letters` are what else stands there; `eras` stand before one. `days` and `months` are parts of
    dates, `span_ends` stands before the last day of a span, `spans` before either. `large` are powers of ten,
    `multiple` stands behind a number of times, `blank` says that there is no number. `short` are the words of
    one character that head columns, `shares` those of percentages. `companies` and `company_ends` end the
    names of companies, `introduces` the sentence above a table. `ordinal` and `pages` stand around the number
    of a page. `page` and `page_short` stand before the number of a page, `page_heads` heads a column of such
    numbers, `contents` is the title of a table of them. `unended_label` and `unended_line` end a text that
    goes on, `introduces_below` the sentence above a table. `legal_forms` end the names of companies.
    `time_ends` ends words of time, `behind_value` are units right behind a number, `lengths` those of length.
    `nothing_typed` says in typed tables that there is no number.
    """

    units: Words = ()
    unit_of_page: Words = ()
    said: Words = ()
    unit_ends: Words = ()
    particles: Words = ()
    unended: Words = ()
    listing: Words = ()
    year: Words = ()
    year_ends: Words = ()
    date_letters: Words = ()
    eras: Words = ()
    days: Words = ()
    months: Words = ()
    span_ends: Words = ()
    spans: Words = ()
    large: Words = ()
    multiple: Words = ()
    blank: Words = ()
    short: Words = ()
    shares: Words = ()
    companies: Words = ()
    company_ends: Words = ()
    introduces: Words = ()
    ordinal: Words = ()
    pages: Words = ()
    page: Words = ()
    page_short: Words = ()
    page_heads: Words = ()
    contents: Words = ()
    unended_label: Words = ()
    unended_line: Words = ()
    legal_forms: Words = ()
    time_ends: Words = ()
    behind_value: Words = ()
    nothing_typed: Words = ()
    introduces_below: Words = ()
    lengths: Words = ()


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of tables and of what stands around them."""

    headers: HeaderWords = HeaderWords()
    units: UnitWords = UnitWords()
    labels: LabelWords = LabelWords()
    times: TimeWords = TimeWords()
    around: AroundWords = AroundWords()
    pages: PageWords = PageWords()
