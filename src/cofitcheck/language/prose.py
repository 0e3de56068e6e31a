"""What is known of the sentences of a language, as its data file lists it: the words around numbers."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

Words = tuple[str, ...]
"""Parts of regular expressions, matched without regard to case."""


class Bounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How numbers are widened or opened: by words before them, and by words behind (`..._behind`)."""

    about: Words = ()
    at_least: Words = ()
    at_most: Words = ()
    about_behind: Words = ()
    at_least_behind: Words = ()
    at_most_behind: Words = ()


class Counting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What numbers are in words, and what they count.

    `numerals` are the values of words, `folds` end the word of a multiple, `negative` stands before what is
    below zero. `percent`, `points`, `basis_points`, `multiples`, `shares`, `per_share` and `terms` stand
    behind a number, `things` too where the language sets no words apart, and `ages` behind a length of time.
    `per_share_before` may stand further before. `each` is one share, or some, that others
    are counted for. `no_things` can follow a number without being what it counts.
    """

    numerals: Mapping[str, int] = {}
    folds: Words = ()
    negative: Words = ()
    percent: Words = ()
    points: Words = ()
    basis_points: Words = ()
    multiples: Words = ()
    shares: Words = ()
    per_share: Words = ()
    per_share_before: Words = ()
    terms: Words = ()
    ages: Words = ()
    things: Words = ()
    no_things: Words = ()
    each: Words = ()


class Excluded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words before a number that make it no amount, by what it is then; plain words, in lower case.

    `streets` and `acts` are parts of patterns: the words of addresses, and the laws that a section may be of.
    So are the following, of languages that set no words apart. `numbered` and `note` end before a number,
    that of a note may be in numerals. `part` stands behind the number of a part of a text, `law_part` behind
    that of a part of a law. `article` is the number of an article in numerals. `ordinal` is the sign right
    before a number that counts nothing. `clock` stands behind an hour.
    """

    reference: Words = ()
    law: Words = ()
    level: Words = ()
    rating: Words = ()
    name: Words = ()
    form: Words = ()
    file_number: Words = ()
    telephone: Words = ()
    address: Words = ()
    page: Words = ()
    age: Words = ()
    streets: Words = ()
    acts: Words = ()
    numbered: Words = ()
    note: Words = ()
    part: Words = ()
    law_part: Words = ()
    article: Words = ()
    ordinal: Words = ()
    clock: Words = ()


class Changing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a sentence says what a number has to do with another.

    `rose` and `fell` are verbs of change. `up` and `down` are the other words of change, which may stand
    behind their number too; `than` stands behind these where one thing is higher or lower than another.
    `better` are the words of change that say which way is good: a loss that improves falls. `before`, `after`
    and `compared` stand before what something changed from, what it came to and what it is compared with.

    `share` stands before a part of a whole, `of_whole` behind it; `average` before a mean, `between` before a
    range. `fillers` may stand between such a word and its number. `borders` begin a statement about something
    else, `inner` one about a part or a cause of the same thing; `lists` join the numbers of one statement.
    `through` stands between the two ends of a range or a change, `linking` between a number and its noun.
    `share_letters` are the letters of the words of a share, around its whole. `several` heads a list of
    changes. `measured_by` stands between what something changed from and by how much.

    `auxiliary` stands between a subject and a verb of change, `degrees` and `leading` between that verb and a
    time, and `why` begins the reason; `comparing` are words in place of a verb of change. `multiplied` are
    verbs that say by how much without a number, in per cent: "doubled" is 100. `relative` begins a clause
    about the thing before it. `without` says that what is named is left out. `outflows` name amounts that
    grow while the number of a statement falls below zero.
    """

    rose: Words = ()
    fell: Words = ()
    up: Words = ()
    down: Words = ()
    than: Words = ()
    better: Words = ()
    before: Words = ()
    after: Words = ()
    compared: Words = ()
    share: Words = ()
    of_whole: Words = ()
    average: Words = ()
    between: Words = ()
    fillers: Words = ()
    borders: Words = ()
    inner: Words = ()
    lists: Words = ()
    through: Words = ()
    linking: Words = ()
    share_letters: Words = ()
    several: Words = ()
    relative: Words = ()
    measured_by: Words = ()
    multiplied: Mapping[str, int] = {}
    comparing: Words = ()
    auxiliary: Words = ()
    degrees: Words = ()
    leading: Words = ()
    why: Words = ()
    without: Words = ()
    outflows: Words = ()


class Claims(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a sentence sets lines side by side without a number.

    `parts` are the names of parts of a whole, in the singular, and in how many it is cut; `times` are words
    of multiples. `is_part` stands before a part or a multiple of another line, `covers` before the line that
    is covered a number of times. `more` and `less` stand between two lines, or a line and an amount; `by`
    before the difference. `highest` and `lowest` say the rank of a year among several, `years` are those
    years, and `nearly` is what stands before a part or a multiple that was not quite reached. `jumped` and
    `plunged` are further verbs of change, before a part.
    """

    parts: Mapping[str, int] = {}
    times: Mapping[str, int] = {}
    is_part: Words = ()
    covers: Words = ()
    more: Words = ()
    less: Words = ()
    by: Words = ()
    highest: Words = ()
    lowest: Words = ()
    years: Words = ()
    nearly: Words = ()
    jumped: Words = ()
    plunged: Words = ()


class When(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a sentence says when.

    `own` is the period that is reported on, `prior` the same a year before, `quarter_before` the quarter
    before it. `lead` are plain words that may stand before a date and say what period it is of, `aside`
    those before a date that is no period of a number. `against` stands before a period that something is
    compared with, `against_behind` behind it, and `since_prior` says that of the period before in one
    word. `parts` stand behind a year or a month and say which part of it. `joined` stands between two
    periods that are listed, `telling` between a time and the number that is of it. `of_each` says before
    listed periods that a number is of each of them.
    """

    own: Words = ()
    prior: Words = ()
    quarter_before: Words = ()
    lead: Words = ()
    aside: Words = ()
    against: Words = ()
    against_behind: Words = ()
    since_prior: Words = ()
    parts: Words = ()
    joined: Words = ()
    telling: Words = ()
    of_each: Words = ()


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Parts of patterns of what stands around numbers, each without boundaries of its own.

    `ended`, `by_quarters`, `kinds_of_year`, `of_fiscal`, `months_or_weeks`, `before_period`, `during` and
    `until` are of periods; `shorter` is a period that the next one tells the end of. `joins`, `chains`,
    `and_word`, `or_word` and `but` join numbers and clauses, `which` begins one. `states` stand right before
    a number that is stated, `about_that` between, `ends_amount` end one. `one_of`, `article` and `whose` are
    articles, `no_adjective` is none of what stands between a number and its noun. `fold` and `hundred` are of
    numbers in words, `counted` is what they count. `of_shares` says that the numbers below a sentence count
    shares.
    """

    ended: Words = ()
    by_quarters: Words = ()
    kinds_of_year: Words = ()
    joins: Words = ()
    chains: Words = ()
    of_fiscal: Words = ()
    states: Words = ()
    one_of: Words = ()
    or_word: Words = ()
    no_adjective: Words = ()
    which: Words = ()
    fold: Words = ()
    hundred: Words = ()
    counted: Words = ()
    whose: Words = ()
    article: Words = ()
    and_word: Words = ()
    before_period: Words = ()
    ends_amount: Words = ()
    but: Words = ()
    during: Words = ()
    about_that: Words = ()
    until: Words = ()
    shorter: Words = ()
    months_or_weeks: Words = ()
    of_shares: Words = ()


class FiscalWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How sentences name fiscal years with their last days; parts of patterns.

    `year` stands before a year; of those in a list only the last is meant. `weeks` and `counted_weeks` say
    how long it is, `ends`, `ended` and `ended_on` stand before its last day, and `article` before the year
    behind it. `joins` stand between years and between days, `tells` between the two lists. `cover` is the
    line of a cover.
    """

    year: Words = ()
    weeks: Words = ()
    counted_weeks: Words = ()
    ends: Words = ()
    ended: Words = ()
    ended_on: Words = ()
    article: Words = ()
    joins: Words = ()
    tells: Words = ()
    cover: Words = ()


class Sentences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the sentences of a language are read.

    `abbreviations` end in a full stop that ends no sentence, but before `openers`. `short` are letters that
    stand for words, in lower case. `empty` are words that say nothing of what a number is, `telling` words
    that tell the language from others of its letters. `particles` end
    what a clause is about, and `opening_particles` begin what belongs to the words before. `listed` end the
    names of what is told of one after the other: projects, companies.
    """

    abbreviations: Words = ()
    short: Mapping[str, str] = {}
    openers: Words = ()
    empty: Words = ()
    telling: Words = ()
    particles: Words = ()
    opening_particles: Words = ()
    listed: Words = ()
    bounds: Bounds = Bounds()
    counting: Counting = Counting()
    excluded: Excluded = Excluded()
    changing: Changing = Changing()
    claims: Claims = Claims()
    when: When = When()
    said: Said = Said()
    fiscal: FiscalWords = FiscalWords()
