from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from cofitcheck.checks import (
    Checked,
    CheckSettings,
    DifferenceModel,
    Severity,
    find_contradictions,
)
from cofitcheck.checks.evidence.certain import MENDED_TRANSPOSITION
from cofitcheck.checks.evidence.grid import Grid
from cofitcheck.checks.evidence.signs import agree
from cofitcheck.checks.reasons import Reason, ReasonCode
from cofitcheck.checks.repeats.compare import compare_facts
from cofitcheck.checks.repeats.witnesses import Witnesses
from cofitcheck.document import Mention
from cofitcheck.errors import ConfigError
from cofitcheck.facts import FactSet
from cofitcheck.numbers import Measure, Relation, Slip
from tests.checks.checks_documents import Row, document, fact, number
from tests.checks.repeats.repeats_checked import check, left_open, only


def test_what_many_tables_state_is_compared_by_its_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line of 500 tables has 124,750 pairs, and here two numbers."""
    tables = 40
    made = document(*([("Net income", ["1,234"])] for _ in range(tables - 1)), [("Net income", ["1,243"])])
    asked: list[tuple[int, int]] = []

    def counting(grid: Grid, pair: tuple[int, int], witnesses: int) -> bool | None:
        asked.append(pair)
        return agree(grid, pair, witnesses)

    monkeypatch.setattr("cofitcheck.checks.repeats.witnesses.agree", counting)
    found = Witnesses(Grid(made), fact(*range(tables)), CheckSettings())
    assert len(asked) == 3  # each with itself, and one with the other
    assert found.agree[0] == {*range(1, tables - 1)}
    assert found.differ[0] == {tables - 1}
    assert (found.agree[tables - 1], found.differ[tables - 1]) == (set(), {*range(tables - 1)})


def test_mentions_that_agree_pass() -> None:
    made = document([("Net income", ["1,234"])], [("Net income", ["1,234"])])
    assert check(made, fact(0, 1)) == Checked((), 1, (), 0, agreeing=(fact(0, 1),))


def test_numbers_that_agree_within_their_precision_pass() -> None:
    made = document([("Assets", ["49120"])], [("Assets", ["0"])])
    billions = replace(made.mentions[1], number=number("49.1", scale=9))
    assert check(replace(made, mentions=(made.mentions[0], billions)), fact(0, 1)).passed == 1


def test_the_minority_stands_against_the_others() -> None:
    made = document(*([("Net income", [value])] for value in ("1,234", "1,284", "1,234")))
    finding = only(check(made, fact(0, 1, 2)))
    assert (finding.mention, finding.counterpart) == (1, 0)
    assert (finding.relation, finding.slip) == (Relation.INCONSISTENT, Slip.DIGIT)
    assert finding.difference == Decimal(50_000_000)
    assert finding.severity is Severity.HIGH
    assert finding.same_fact == 0.95
    assert finding.probability > finding.same_fact


def test_the_best_linked_witness_is_the_counterpart() -> None:
    made = document(*([("Net income", [value])] for value in ("1,234", "1,284", "1,234")))
    links = ((1, 2, 0.9), (0, 1, 0.7), (0, 2, 0.7))
    assert only(check(made, FactSet(0, (0, 1, 2), links))).counterpart == 2


def test_in_a_tie_the_later_of_those_with_weaker_links_stands_alone() -> None:
    made = document(*([("Net income", [value])] for value in ("1,234", "5,678", "9,012")))
    links = ((1, 2, 0.9), (0, 2, 0.9), (0, 1, 0.6))
    assert only(check(made, FactSet(0, (0, 1, 2), links), threshold=0.1)).mention == 1


def test_of_three_that_all_differ_the_likeliest_error_is_told() -> None:
    """What links a third number to an error and its witness weakly says nothing of either."""
    made = document(*([("Net income", [value])] for value in ("1,234", "1,284", "5,678")))
    finding = only(check(made, FactSet(0, (0, 1, 2), ((0, 1, 0.99), (0, 2, 0.6), (1, 2, 0.5)))))
    assert {finding.mention, finding.counterpart} == {0, 1}


def test_a_second_witness_confirms_a_slip() -> None:
    def probability(*values: str) -> float:
        made = document(*([("Net income", [value])] for value in values))
        pairs = tuple((0, k, 0.6) for k in range(1, len(values)))
        links = (*pairs, *(((1, 2, 0.9),) if len(values) > 2 else ()))
        return only(check(made, FactSet(0, tuple(range(len(values))), links), threshold=0.01)).probability

    assert probability("1,284", "1,234", "1,234") > probability("1,284", "1,234")
    assert probability("5,678", "1,234", "1,234") == probability("5,678", "1,234")


def test_a_second_witness_of_the_same_table_confirms_nothing() -> None:
    made = document([("Net income", ["1,284"])], [("Net income", ["1,234"]), ("Income", ["1,234"])])
    links = ((0, 1, 0.6), (0, 2, 0.6), (1, 2, 0.9))
    both = only(check(made, FactSet(0, (0, 1, 2), links), threshold=0.01))
    assert both.probability == only(check(made, fact(0, 1, probability=0.6), threshold=0.01)).probability


def test_errors_that_sums_tell_do_not_speak_against_each_other() -> None:
    right = [("Sales", ["1,234", "6,342"]), ("Rent", ["2,000", "3,000"]), ("Total", ["3,234", "9,342"])]
    made = document(right, [("Sales", ["1,284", "6,432"]), *right[1:]])
    settings = CheckSettings(difference=DifferenceModel(differing=-5.0))
    both = fact(0, 6, probability=0.9), fact(1, 7, probability=0.9, index=1)

    def probabilities(*facts: FactSet) -> set[float]:
        return {each.probability for each in find_contradictions(made, facts, settings).findings}

    assert probabilities(*both) == probabilities(both[0]) | probabilities(both[1])


def test_a_total_stated_twice_in_its_column_is_found() -> None:
    """Cash at the end of the year is wrong, and the next row states it right."""
    flows = [("Opening", ["1,118"]), ("Increase", ["87"]), ("Closing", ["2,967"]), ("Cash", ["1,205"])]
    made = document(flows, [("Cash", ["1,205"])])
    finding = only(check(made, fact(2, 3, 4), threshold=0.1))
    foots = Reason.of(ReasonCode.TABLE_FOOTS_WITH, number="1,205", stated="2,967")
    assert (finding.mention, finding.reasons[0]) == (2, foots)


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("Basic", "Diluted", True),
        ("Basic", "Basic and diluted", False),
        ("Basic|Net income", "Diluted|Net income", False),
        ("Current assets|Derivatives", "Current liabilities|Derivatives", True),
        ("Total assets", "Total liabilities and equity", False),
        ("投资活动现金流出小计", "投资活动产生的现金流量净额", True),
        ("Income before taxes", "Income, net of tax", True),
        ("其中：处置损失", "处置损益", True),
        ("价值变动收益", "价值变动损益", False),
        ("经营活动现金净流入", "经营活动现金流量净额", False),
        ("Net financial liabilities|Cash", "Current assets|Cash", False),
        ("Income before taxes", "Income", False),
        ("Interest paid", "Interest expense (Note 8)", True),
        ("Paid-in capital, accrued", "Paid-in capital", False),
        ("Net interest income after provision for losses", "Net interest income (1)", True),
        ("Other administrative costs", "Administrative costs", True),
        ("Other costs", "Administrative costs", False),
        ("Other costs (2)" + "." * 20_000, "Costs" + "." * 20_000 + " (3)", True),
        ("Costs" + "." * 20_000 + " before bonuses", "Costs", True),
        ("Shares of Class A and Class B", "Shares of Class A", True),
        ("Shares of Class B and Class A", "Shares of Class A or B", False),
        ("Shares of Class A", "Shares", False),
        ("Class of shares A", "Class A", False),
    ],
)
def test_what_words_keep_apart_is_two_facts(one: str, other: str, apart: bool) -> None:
    made = document([(one, ["1,284"])], [(other, ["1,234"])])
    assert len(check(made, fact(0, 1)).findings) == (not apart)


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("Basic|Continuing operations", "Diluted earnings from continuing operations", True),
        ("Basic|Diluted", "Diluted", False),
        ("Earnings, Class A and Class B", "Earnings, Class A", False),
        ("Earnings, Class B", "Earnings, Class A", True),
    ],
)
def test_what_is_earned_a_share_is_kept_apart_by_sections_and_by_classes(
    one: str, other: str, apart: bool
) -> None:
    made = document([(one, ["1.28"])], [(other, ["1.23"])], scale=0)
    mentions = (replace(m, number=replace(m.number, measure=Measure.PER_SHARE)) for m in made.mentions)
    assert len(check(replace(made, mentions=tuple(mentions)), fact(0, 1)).findings) == (not apart)


def test_changes_between_other_years_are_two_facts() -> None:
    sales = [("Sales", ["9,284", "8,000", "1,284"])]
    made = document(sales, [("Sales", ["8,000", "6,766", "1,234"])], headers=("2023", "2022", "Change"))
    changes = fact(2, 5)
    assert check(made, changes).findings
    later = replace(made, mentions=tuple(_a_year_before(each) for each in made.mentions))
    assert left_open(check(later, changes))


def test_one_change_may_stand_beside_more_years() -> None:
    """Key figures tell three years, and the discussion two, of one change."""
    sales = [("Sales", ["9,284", "8,000", "1,284"])]
    made = document(sales, [("Sales", ["9,284", "8,000", "1,234"])], headers=("2023", "2022", "Change"))
    fewer = (
        replace(each, column_path=("Before",)) if (each.table, each.column) == (1, 2) else each
        for each in made.mentions
    )
    assert only(check(replace(made, mentions=tuple(fewer)), fact(2, 5)))


def _a_year_before(mention: Mention) -> Mention:
    """Return the mention, in the second table with the headers of a year before."""
    headers = {"2023": "2022", "2022": "2021"}
    path = tuple(headers.get(header, header) for header in mention.column_path)
    return replace(mention, column_path=path) if mention.table else mention


def test_what_moved_a_balance_is_none() -> None:
    equity = [("Opening balance", ["9,000"]), ("Issued", ["1,284"]), ("Closing balance", ["10,284"])]
    made = document(equity, [("Capital", ["1,234"])], headers=("Closing balance",))
    moved = replace(made.mentions[1], column_path=("Capital",))
    stated = replace(made, mentions=tuple(moved if each.index == 1 else each for each in made.mentions))
    assert left_open(check(stated, fact(1, 3)))
    assert only(check(made, fact(1, 3))).slip is Slip.DIGIT


@pytest.mark.parametrize("totals_first", [True, False])
def test_a_table_a_date_below_the_other_moves_nothing(totals_first: bool) -> None:
    def block(date: str, total: str, debt: str) -> list[Row]:
        rows: list[Row] = [("Debt securities", [debt]), ("Equity securities", ["4,000"])]
        return [(date, [total]), *rows] if totals_first else [*rows, (date, [total])]

    stacked = [*block("December 31, 2022", "5,284", "1,284"), *block("December 31, 2023", "6,500", "2,500")]
    made = document(stacked, [("December 31, 2022", ["1,234"])], headers=("Fair value",))
    debt = next(each.index for each in made.mentions if each.text == ("1,284" if totals_first else "2,500"))
    assert not check(made, fact(debt, 6)).left_open
    balances = [("December 31, 2022", ["5,284"]), ("Issued", ["1,284"]), ("December 31, 2023", ["6,568"])]
    rolled = document(balances, [("December 31, 2022", ["1,234"])], headers=("Shares",))
    assert left_open(check(rolled, fact(1, 3))).two_facts


def test_a_row_told_above_the_first_balance_too_leaves_a_roll_forward_one() -> None:
    rows = [("Net income", ["900"]), ("December 31, 2022", ["5,284"]), ("Net income", ["900"])]
    rows += [("Issued", ["1,284"]), ("December 31, 2023", ["7,468"])]
    made = document(rows, [("December 31, 2022", ["1,234"])], headers=("Capital",))
    assert left_open(check(made, fact(3, 5))).two_facts


def test_an_error_is_mostly_alone_between_two_tables() -> None:
    """What the other facts of the two tables do counts; what a third table does, and the set itself, not."""
    first = [("Net income", ["1,234"]), ("Sales", ["5,678"]), ("Cost", ["4,444"]), ("Tax", ["711"])]
    second = [("Net income", ["1,284"]), ("Sales", ["5,678"]), ("Cost", ["4,999"]), ("Tax", ["777"])]
    made = document(first, second, [("Sales", ["5,500"])])
    facts = [FactSet(k, pair, ((*pair, 0.9),)) for k, pair in enumerate([(0, 4), (1, 5), (2, 6), (3, 7)])]
    apart = FactSet(4, (5, 8), ((5, 8, 0.9),))
    found = {
        (one.evidence.agreeing, one.evidence.differing)
        for one in compare_facts(Grid(made), facts, CheckSettings()).contradictions
    }
    assert found == {(1, 2)}
    elsewhere = compare_facts(Grid(made), [*facts[:2], apart], CheckSettings()).contradictions[0]
    assert (elsewhere.evidence.agreeing, elsewhere.evidence.differing) == (1, 0)


def test_a_fact_that_differs_in_a_third_table_agrees_in_two() -> None:
    tables = (
        [("Sales", [sales]), ("Cost", [cost])] for sales, cost in (("567", "44"), ("567", "45"), ("999", "-"))
    )
    made = document(*tables)
    facts = [FactSet(0, (0, 2, 4), ((0, 2, 0.9), (0, 4, 0.9))), FactSet(1, (1, 3), ((1, 3, 0.9),))]
    sales, cost = compare_facts(Grid(made), facts, CheckSettings()).contradictions
    assert (cost.evidence.agreeing, cost.evidence.differing) == (1, 0)
    assert (sales.mention, sales.evidence.agreeing, sales.evidence.differing) == (4, 0, 0)


def test_of_two_the_later_stands_alone() -> None:
    made = document([("Net income", ["1,234"])], [("Net income", ["1,284"])])
    assert (only(check(made, fact(0, 1))).mention, only(check(made, fact(0, 1))).counterpart) == (1, 0)


def test_of_two_the_one_that_a_slip_explains_stands_alone() -> None:
    made = document(
        [("Net income", ["1,234"]), ("Net sales", ["7,310"]), ("Net assets", ["1,234"])],
        [("Net sales", ["1,234"])],
    )
    model = DifferenceModel(
        log_likelihood_ratio={**DifferenceModel().log_likelihood_ratio, "wrong row": 3.0}  # type: ignore[dict-item]
    )
    finding = only(find_contradictions(made, [fact(1, 3)], CheckSettings(difference=model)))
    assert finding.mention == 3
    made = document(
        [("Net sales", ["1,234"]), ("Net income", ["1,234"])],
        [("Net sales", ["7,310"])],
    )
    finding = only(find_contradictions(made, [fact(0, 2)], CheckSettings(difference=model)))
    assert finding.mention == 0


def test_a_scored_witness_comes_before_one_never_scored() -> None:
    made = document(*([("Net income", [value])] for value in ("1,234", "1,234", "1,284")))
    finding = only(check(made, FactSet(0, (0, 1, 2), ((1, 2, 0.9), (0, 1, 0.8)))))
    assert (finding.mention, finding.counterpart, finding.same_fact) == (2, 1, 0.9)


def test_a_pair_never_scored_is_as_probable_as_the_way_over_a_third() -> None:
    made = document(*([("Net income", [value])] for value in ("1,234", "-", "1,284")))
    over = FactSet(0, (0, 1, 2), ((1, 2, 0.9), (0, 1, 0.8)))
    assert only(check(made, over)).same_fact == pytest.approx(0.72)
    apart = FactSet(0, (0, 1, 2), ((0, 1, 0.8),))
    assert only(check(made, apart, threshold=0.0)).same_fact == 0.0


def test_a_scale_slip_is_named() -> None:
    made = document([("Net income", ["1,234"])], [("Net income", ["1234000"])])
    finding = only(check(made, fact(0, 1)))
    assert (finding.relation, finding.slip) == (Relation.SCALE_DIFFERS, Slip.SCALE)


def test_the_same_digits_in_another_unit_are_a_notice() -> None:
    made = document([("Net income", ["1,234"])], [("Net income", ["1,234"])])
    unscaled = replace(made.mentions[1], number=number("1,234", scale=0))
    finding = only(check(replace(made, mentions=(made.mentions[0], unscaled)), fact(0, 1)))
    assert (finding.slip, finding.severity) == (Slip.SCALE, Severity.NOTICE)


def test_a_last_digit_of_exact_amounts_is_a_notice_as_probable_as_one_fact() -> None:
    made = document([("Net income", ["1,234"])], [("Net income", ["1,235"])], scale=0)
    finding = only(check(made, fact(0, 1)))
    assert (finding.slip, finding.severity) == (Slip.ROUNDING, Severity.NOTICE)
    assert finding.probability == finding.same_fact


def test_a_last_digit_of_rounded_amounts_is_explained() -> None:
    made = document([("Net income", ["1,234"])], [("Net income", ["1,235"])])
    checked = check(made, fact(0, 1))
    assert not checked.findings
    assert [left.two_facts for left in checked.left_open] == [True]


def test_a_tiny_or_doubtful_difference_is_of_medium_severity() -> None:
    made = document([("Net income", ["123,456"])], [("Net income", ["123,486"])])
    assert only(check(made, fact(0, 1))).severity is Severity.MEDIUM
    made = document([("Net income", ["1,234"])], [("Net income", ["5,678"])])
    assert only(check(made, fact(0, 1))).severity is Severity.MEDIUM


def test_what_cannot_be_compared_neither_passes_nor_fails() -> None:
    made = document(*([("Net income", [value])] for value in ("1,234", "-", "1,234")))
    assert check(made, fact(0, 1)) == Checked((), 0, (), 1)
    assert check(made, fact(0, 1, 2)) == Checked((), 0, (), 1)


def test_a_doubtful_difference_is_counted_and_not_reported() -> None:
    made = document([("Net income", ["1,234"])], [("Net loss", ["5,678"])])
    left = left_open(check(made, fact(0, 1, probability=0.6)))
    assert ({left.mention, left.counterpart}, left.same_fact, left.two_facts) == ({0, 1}, 0.6, False)
    assert left.relation is Relation.INCONSISTENT
    reported = only(check(made, fact(0, 1, probability=0.6), threshold=left.probability))
    assert (reported.probability, reported.difference) == (left.probability, left.difference)


def test_of_what_is_left_open_the_likeliest_error_is_first_and_two_facts_are_last() -> None:
    flows = [("Paid", ["13,582"]), ("Net", ["13,497"])]
    made = document(flows, [("Net", ["13,497"]), ("Tax", ["711"])], [("Tax", ["304"])], [("Tax", ["958"])])
    facts = [fact(0, 1, 2), fact(3, 4, probability=0.5, index=1), fact(3, 5, probability=0.6, index=2)]
    checked = check(made, *facts, threshold=1.0)
    assert [left.fact and left.fact.index for left in checked.left_open] == [2, 1, 0]
    assert [left.two_facts for left in checked.left_open] == [False, False, True]


def test_agreement_is_not_transitive() -> None:
    made = document(*([("Assets", [value])] for value in ("0", "49,120", "49,140")))
    billions = replace(made.mentions[0], number=number("49.1", scale=9))
    made = replace(made, mentions=(billions, *made.mentions[1:]))
    assert only(check(made, fact(0, 1, 2))).mention == 2


def test_findings_come_in_order_of_weight_with_one_a_set() -> None:
    pairs = [("1,234", "1,235"), ("1,234", "1,284"), ("9,876", "9,376"), ("1,234", "1,324")]
    made = document(*([("Sales", [value])] for pair in pairs for value in pair), scale=0)
    found = check(made, *(fact(2 * k, 2 * k + 1, index=k) for k in range(4))).findings
    # A transposition is the surest; of two changed digits the larger difference; a rounding comes last.
    assert [finding.fact and finding.fact.index for finding in found] == [3, 2, 1, 0]


def test_fingerprints_survive_new_values_and_differ_between_facts() -> None:
    def names(first: str, second: str, label: str = "Sales") -> list[str]:
        rows = [("Net income", [first, "77"]), (label, ["3,210", "88"])]
        others = [("Net income", [second, "77"]), (label, ["3,120", "88"])]
        found = check(document(rows, others), fact(0, 4), fact(2, 6, index=1)).findings
        return [finding.fingerprint for finding in sorted(found, key=lambda finding: finding.mentions)]

    names_now = names("1,234", "1,284")
    assert len(set(names_now)) == 2
    assert names("4,321", "4,231") == names_now
    assert names("1,234", "1,284", "Revenue")[0] == names_now[0]
    assert names("1,234", "1,284", "Revenue")[1] != names_now[1]
    shares = [names("1,234", "1,284", f"Stock, {n} shares") for n in ("100,000", "200,000")]
    assert shares[0] == shares[1]


def test_facts_with_the_same_labels_have_fingerprints_of_their_own() -> None:
    rows = [("Total", ["1,234"]), ("Total", ["5,670"])]
    others = [("Total", ["1,284"]), ("Total", ["5,760"])]
    found = check(document(rows, others, titles=("A", "B")), fact(0, 2), fact(1, 3, index=1)).findings
    assert len({finding.fingerprint for finding in found}) == 2


def test_settings_out_of_range_are_refused() -> None:
    with pytest.raises(ConfigError, match="from 0 to 1"):
        CheckSettings(threshold=2)


def test_a_table_that_states_both_numbers_states_two_facts() -> None:
    flows = [("Paid", ["13,582"]), ("Net", ["13,497"])]
    made = document(flows, [("Net", ["13,497"])])
    assert left_open(check(made, fact(0, 1, 2))).two_facts
    assert only(check(made, fact(0, 2), threshold=0.1)).mention in (0, 2)


def test_two_facts_of_one_table_are_so_in_every_other_table() -> None:
    profits = [("Net income", ["52,437"]), ("of owners", ["52,336"])]
    made = document(profits, [("Net income", ["52,437"])], [("Income", ["52,336"])])
    assert left_open(check(made, fact(0, 1, 2, 3)))


def test_a_slip_in_a_table_that_states_its_fact_twice_is_found() -> None:
    made = document([("Net income", ["1,284"]), ("Net income", ["1,234"])], [("Net income", ["1,234"])])
    assert only(check(made, fact(0, 1, 2))).mention == 0


def test_a_slip_is_none_where_both_numbers_are_confirmed_and_one_table_states_both() -> None:
    made = document(
        [("Net income", ["1,284"]), ("of owners", ["1,234"])],
        [("Net income", ["1,284"])],
        [("Own", ["1,234"])],
    )
    assert left_open(check(made, fact(0, 1, 2, 3)))


def test_two_swapped_digits_that_the_sums_put_back_are_told_however_unlike_the_facts_seem() -> None:
    first = [("From operations", ["133,328"]), ("From investing", ["(41,207)"]), ("Change", ["92,031"])]
    second = [("From operations", ["133,238"]), ("From investing", ["(41,207)"]), ("Change", ["92,031"])]
    found = only(check(document(first, second), fact(0, 3, probability=0.2)))
    assert found.slip is Slip.TRANSPOSITION
    assert found.mention == 0
    assert found.probability >= MENDED_TRANSPOSITION.probability


def test_that_both_add_up_keeps_unlike_numbers_apart_by_no_rule() -> None:
    first = [("Finance costs", ["1,302"]), ("Other", ["2,000"]), ("Total", ["3,302"])]
    second = [("Finance costs", ["1,965"]), ("Tax", ["4,000"]), ("Total", ["5,965"])]
    made = document(first, second)
    assert not left_open(check(made, fact(0, 3, probability=0.9), threshold=0.9)).rule
    slipped = document(first, [("Finance costs", ["1,392"]), ("Tax", ["4,000"]), ("Total", ["5,392"])])
    assert only(check(slipped, fact(0, 3, probability=0.999), threshold=0.01)).slip is Slip.DIGIT


def test_two_tables_that_tell_both_facts_in_rows_of_their_own_contradict_nothing() -> None:
    statement = [("（一）Of owners", ["1,284"]), ("（二）Translation", ["1,234"])]
    note = [("二、Translation", ["1,234"]), ("Total", ["1,284"])]
    made = document(statement, note)
    assert left_open(check(made, fact(0, 2))).two_facts
    other = document(statement, [("二、Translation", ["1,234"]), ("Total", ["2,468"])])
    assert only(check(other, fact(0, 2))).slip is Slip.DIGIT


def test_two_numbers_that_stand_beside_each_other_in_both_tables_are_two_facts() -> None:
    """Secured debt and all debt: a wrong number would have taken the place of the right one."""
    debt = [("Mortgages", ["14,981"]), ("Senior notes", ["25,980"]), ("Total debt", ["40,961"])]
    maturities = [("Total maturities", ["14,981", "25,980", "40,961"])]
    made = document(debt, maturities, headers=("Secured", "Unsecured", "Total"))
    assert left_open(check(made, fact(0, 5))).rule == "both tables state both"
    slipped = document(debt, [("Total maturities", ["14,891", "25,980", "40,961"])])
    assert only(check(slipped, fact(0, 3))).slip is Slip.TRANSPOSITION


def test_the_match_of_a_number_may_stand_in_a_total_without_a_label() -> None:
    rows: list[Row] = [("Average shares", ["6,583"]), ("Options", ["39"]), ("", ["6,622"])]
    made = document(rows, [("Average shares", ["6,622"])])
    assert left_open(check(made, fact(0, 3))).rule == "its match stands beside"


def test_a_line_that_both_tables_print_explains_what_a_sum_asks_for() -> None:
    """Revenue of one kind against all revenue: the other kind stands next to both."""
    segments: list[Row] = [
        ("Games", ["24,356"]), ("Platform", ["6,435"]), ("Costs", ["(21,727)"]), ("Result", ["9,064"])
    ]  # fmt: skip
    revenue: list[Row] = [("Games", ["24,356"]), ("Web", ["4,022"]), ("All", ["30,791"])]
    made = document(segments, revenue)
    checked = check(made, fact(1, 6))
    assert [left.rule for left in checked.left_open] == ["another line is the difference"]
    assert not checked.findings
