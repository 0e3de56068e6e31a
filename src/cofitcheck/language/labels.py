"""What is known of the labels, headers and captions of a language, as its data file lists it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cofitcheck.language.prose import Words


class Opposites(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What labels say that keeps two facts apart: one says `basic`, the other `diluted`.

    `inflow`, `outflow` and `net_flow` are of cash, `paid` and `charged` of expenses. `loss`, `gain` and
    `gain_or_loss` are of lists. `assets` and `liabilities` are the sides of a balance sheet. `funding` names
    equity, which pays for the assets together with the liabilities, and `net_of_sides` one side less the
    other. `of_gross` says of a whole table that it is gross or net. `plan_assets` and `obligations` are of
    pensions, and `pensions` says of anything that it is. `of_change`, `of_revenue` and `of_income` say what a
    percentage is of. `number_of` says that something is counted, `of_value` that it is not, `percentage` that
    it is a percentage. `changes` and `of_what` are plain words: a header that has both and no other word is
    of changes. `moved` says that a number is of any change. `narrowing` begins what is said of an item,
    `rest` is of what is left of others, `share_classes` names classes of shares. `adjusting` are whole
    headers of columns that lead from one amount to another, `left_over` whole labels of what a list does not
    name. `within_year` and `beyond_year` say when something falls due.
    """

    basic: Words = ()
    diluted: Words = ()
    inflow: Words = ()
    outflow: Words = ()
    net_flow: Words = ()
    before_tax: Words = ()
    after_tax: Words = ()
    paid: Words = ()
    charged: Words = ()
    loss: Words = ()
    gain: Words = ()
    gain_or_loss: Words = ()
    assets: Words = ()
    liabilities: Words = ()
    funding: Words = ()
    net_of_sides: Words = ()
    fair_value: Words = ()
    gross: Words = ()
    net: Words = ()
    of_gross: Words = ()
    plan_assets: Words = ()
    obligations: Words = ()
    pensions: Words = ()
    of_change: Words = ()
    of_revenue: Words = ()
    of_income: Words = ()
    number_of: Words = ()
    of_value: Words = ()
    percentage: Words = ()
    changes: Words = ()
    of_what: Words = ()
    moved: Words = ()
    adjusting: Words = ()
    left_over: Words = ()
    within_year: Words = ()
    beyond_year: Words = ()
    narrowing: Words = ()
    rest: Words = ()
    share_classes: Words = ()


class LabelBases(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What labels, headers and headings say of the basis of their numbers.

    `adjusted` names a measure that is adjusted, `adjusted_alone` is the word by itself, and `non_gaap` says
    the same. `other_measure` begins the name of such a measure, unless `corrected_for` follows; with one of
    `measures` alone it heads several. `of_either` says that a table has both kinds. `adjusted_count` follows
    the word where that does not name another measure, but a number of shares. `gaap` says that a number is
    not adjusted. `pro_forma` is the opposite of `historical`. `replaced` heads what was reported before,
    `related` what is of related parties alone. `which_of` are the words of a label that only says which part
    of its section's measure it is ("Basic"). Where statements name the parent or the group, `parent_only` and
    `consolidated` stand in titles of tables, `own_statement` and `group_statement` in headings, and
    `own_number` in labels. `own_column` and `group_column` head columns that stand side by side.
    """

    adjusted: Words = ()
    adjusted_count: Words = ()
    adjusted_alone: Words = ()
    non_gaap: Words = ()
    gaap: Words = ()
    pro_forma: Words = ()
    related: Words = ()
    historical: Words = ()
    replaced: Words = ()
    which_of: Words = ()
    parent_only: Words = ()
    consolidated: Words = ()
    own_statement: Words = ()
    group_statement: Words = ()
    own_number: Words = ()
    own_column: Words = ()
    group_column: Words = ()
    other_measure: Words = ()
    corrected_for: Words = ()
    measures: Words = ()
    of_either: Words = ()


class SignWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What labels say of signs: `one_way` that an item goes only one way and needs no sign, `decrease` and
    `increase` which way it changed."""

    one_way: Words = ()
    decrease: Words = ()
    increase: Words = ()


class Restatements(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a document explains that a comparative is not what was reported before.

    `anew` says that something is restated. `not_anew` are similar words with another meaning. `earlier`
    stands beside `anew` where that is said of comparatives. `discontinued` operations, changed `segments` and
    a `split` of shares are other reasons; the last only for what is `of_shares`.
    """

    anew: Words = ()
    not_anew: Words = ()
    earlier: Words = ()
    discontinued: Words = ()
    segments: Words = ()
    split: Words = ()
    of_shares: Words = ()


class Captions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How captions state units; all but `counted` are of languages that set no words apart.

    `unit` says that a unit follows, `unit_before_bracket` that it follows in brackets, and `unit_of_things`
    that it may be one of things. `unless` may stand before the unit, `or_unit` behind it, and `excepted` at
    the end. `told_before` and `told_behind` stand around the unit of a table. `foreign` ends the names of
    currencies, `offices` the names of offices, which are no units, and `company` shortens the name of a
    company. `currency_is` says that the name of a currency follows. `counted`, in any language, are units of
    things that are no money, where they are all that a caption says.

    In captions of the other languages `denied` makes a unit not hold, `inside` and `in_word` stand before a
    unit, `whole` before a currency and `amounts` behind it, `all_amounts` before both. `shares`,
    `shares_or_units`, `in_shares` and `only_shares` say that a number counts shares; `per`, `per_share` and
    `per_share_behind` say that it is an amount for each. `cents`, `percent`, `basis_points` and `multiples`
    are units.
    """

    unit: Words = ()
    unit_before_bracket: Words = ()
    unit_of_things: Words = ()
    unless: Words = ()
    or_unit: Words = ()
    excepted: Words = ()
    told_before: Words = ()
    told_behind: Words = ()
    foreign: Words = ()
    offices: Words = ()
    company: Words = ()
    currency_is: Words = ()
    counted: Words = ()
    denied: Words = ()
    inside: Words = ()
    shares: Words = ()
    shares_or_units: Words = ()
    only_shares: Words = ()
    whole: Words = ()
    amounts: Words = ()
    per: Words = ()
    cents: Words = ()
    per_share_behind: Words = ()
    in_word: Words = ()
    percent: Words = ()
    basis_points: Words = ()
    per_share: Words = ()
    in_shares: Words = ()
    multiples: Words = ()
    all_amounts: Words = ()


class Measures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What says of a number what it measures.

    In languages that set no words apart `share` is the sign for shares, `per_share` and `multiple` are units,
    and `behind_per_share` follows a number. `note` is the mark of a note; `nil` and `not_meaningful` stand in
    place of a number. In the other languages `beside` is a unit beside a number; `bps_behind`,
    `percent_behind`, `times_behind`, `to_one`, `share_behind` and `shares_behind` are units behind one.

    The rest stand in labels: a `share_count`, a `percentage`, a `count`, a `ratio`, `years`. A `rate` is a
    percentage where its number looks like one, and `no_rate` says that it is none. `par_line` spells out the
    shares of a line of money; `money` is a line of money that speaks of shares too. `per_share_label` says
    that an amount is of a share, `stated_per_share` that this is stated beside a number. `price` is of a
    share, `term` is a number of years. `share_column` and `money_column` head columns, `item` heads one of
    references, and `share_header` ends the header of counts of shares.
    """

    share: Words = ()
    per_share: Words = ()
    behind_per_share: Words = ()
    multiple: Words = ()
    share_count: Words = ()
    percentage: Words = ()
    count: Words = ()
    ratio: Words = ()
    years: Words = ()
    rate: Words = ()
    no_rate: Words = ()
    par_line: Words = ()
    money: Words = ()
    per_share_label: Words = ()
    stated_per_share: Words = ()
    price: Words = ()
    term: Words = ()
    share_column: Words = ()
    money_column: Words = ()
    item: Words = ()
    note: Words = ()
    nil: Words = ()
    not_meaningful: Words = ()
    share_header: Words = ()
    beside: Words = ()
    bps_behind: Words = ()
    percent_behind: Words = ()
    times_behind: Words = ()
    to_one: Words = ()
    share_behind: Words = ()
    shares_behind: Words = ()


class Times(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words of time.

    Of languages that set no words apart, whose dates are in `calendar.py`: `eras` are the years before the
    first of each, `first_year` is the sign for an era's first. `change` says that a number is a change,
    `compared` stands between two dates that are compared, `as_of` by a day. `year_before` is the year before
    this period's, `year_earlier` this period a year before, `year_to_date` and `current` this period.
    `says_period` stands in what names a period.

    Of the others: `counts` are the months that periods last, `spoken_weeks` the weeks, `ordinals` the
    quarters, each by its word; `months`, `weeks`, `quarter` and `one_quarter` are what they count, `no_span`
    follows a number of months that is no period, and `joined` stands between two lengths, and `of_month`
    between a day and its month. `to_date` is the year until now, `full_year` a year, `bounds` say how long
    something has lasted, or will. `at_end` and `on_a_day` are of a day, and so is `at` before a date or a
    `day`. `named_years` are parts of names, `open_years` have no end, `due` says when something falls due,
    `rest` is all that follows a list of years, `sorting` that years sort the amounts, `years_ended` heads
    several years, `versus` stands between two periods. `period_words` and `around_dates` are the words of
    headers that say no more than a period, and `says_span` those that tell that they do. `introduces` is a
    sentence about the table below it, `as_of_day` and `at_day` stand before a day, `for_year` before a year,
    `year_begins` right before it, and `fiscal` in a list of years, which `lists` and `in_a_list` part.
    `standing` says that an amount is of a day.
    """

    eras: Mapping[str, int] = {}
    counts: Mapping[str, int] = {}
    spoken_weeks: Mapping[str, int] = {}
    ordinals: Mapping[str, int] = {}
    first_year: Words = ()
    change: Words = ()
    compared: Words = ()
    as_of: Words = ()
    year_before: Words = ()
    year_earlier: Words = ()
    year_to_date: Words = ()
    current: Words = ()
    says_period: Words = ()
    of_month: Words = ()
    months: Words = ()
    weeks: Words = ()
    quarter: Words = ()
    one_quarter: Words = ()
    no_span: Words = ()
    joined: Words = ()
    to_date: Words = ()
    full_year: Words = ()
    bounds: Words = ()
    at_end: Words = ()
    on_a_day: Words = ()
    at: Words = ()
    day: Words = ()
    named_years: Words = ()
    open_years: Words = ()
    due: Words = ()
    versus: Words = ()
    period_words: Words = ()
    around_dates: Words = ()
    says_span: Words = ()
    years_ended: Words = ()
    of_year: Words = ()
    sorting: Words = ()
    rest: Words = ()
    introduces: Words = ()
    as_of_day: Words = ()
    for_year: Words = ()
    lists: Words = ()
    in_a_list: Words = ()
    fiscal: Words = ()
    standing: Words = ()
    at_day: Words = ()
    year_begins: Words = ()
