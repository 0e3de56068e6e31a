"""Which accounts each line is made of: as a file or the books say, by name, by sums, and by what is left.

What arithmetic proves goes first. A set of accounts counts as proven where it comes to its line in all years,
and this is not to be expected by chance. What is proven is out of the way of what follows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np

from cofitcheck.books import Account, AccountClass, How, StatementKind, StatementLine
from cofitcheck.books.names import HELD, best_lines, fits, scores
from cofitcheck.books.sums import HUNDREDTHS, Cover, Hit, Target, changes, covers, runs, whole

_CHANCE = 0.01
"""A set of accounts is no proof where this many, or more, are expected by chance."""
_NAMED_CHANCE = 0.3
"""The same bound where names speak for the set."""
_CLEARER = 0.6
"""Names decide for one way to cut accounts where its score is higher by this than that of any other."""
_MISSING = 10.0
"""The factor on the chance of a set for each account that is named as the line and not in the set, and for
each that is in the set and named as another line."""


@dataclass(frozen=True, slots=True)
class Mapped:
    """The accounts of a line, how that is known, and further sets that come to the line as well."""

    accounts: tuple[int, ...] = ()
    how: How = How.NOTHING
    others: tuple[tuple[int, ...], ...] = ()


def map_accounts(
    accounts: Sequence[Account],
    lines: Sequence[StatementLine],
    given: Mapping[int, tuple[int, How]],
    factors: Mapping[StatementKind, Decimal],
) -> list[Mapped]:
    """Return the accounts of each line.

    `given` has the lines of accounts that a file or the books name, and how; -1 is no line. `factors` turn
    amounts of the books into base units.
    """
    solver = _Solver(accounts, lines, factors)
    solver.give(given)
    solver.prove_named()
    solver.cut()
    while solver.prove():
        pass
    solver.take_rest()
    solver.take_named()
    solver.take_empty()
    return solver.mapped


@dataclass(frozen=True, slots=True)
class _Proof:
    """Accounts that come to a line; the strongest proof has the least `rank`."""

    rank: tuple[int, float]
    line: int
    accounts: tuple[int, ...]
    how: How


class _Solver:
    def __init__(
        self,
        accounts: Sequence[Account],
        lines: Sequence[StatementLine],
        factors: Mapping[StatementKind, Decimal],
    ) -> None:
        self.accounts, self.lines = accounts, lines
        self.scores = scores(accounts, lines)
        self.best = best_lines(self.scores)
        self.owner: dict[int, int] = {}
        self.mapped = [Mapped() for _ in lines]
        in_base = {
            kind: np.array([whole(each.amounts, factor) for each in accounts], np.int64)
            for kind, factor in factors.items()
        }
        self.amounts = [in_base[line.statement] for line in lines]
        self.targets = [_target(line) for line in lines]
        self.held = [each.index for each in accounts if not each.is_empty]

    def give(self, given: Mapping[int, tuple[int, How]]) -> None:
        """Take over what a file or the books say."""
        for account, (line, how) in given.items():
            self.owner[account] = line
            if line >= 0:
                before = self.mapped[line]
                self.mapped[line] = Mapped((*before.accounts, account), how)

    def prove_named(self) -> None:
        """Give accounts to the lines that they are named as, and come to in all years."""
        proofs = [proof for line in self._open() for proof in self._by_names(line)]
        self._take_all([proof for proof in proofs if not proof.rank[0]])

    def cut(self) -> None:
        """Give the accounts of each class to its lines where there is one way to cut them into these."""
        for lines in self._groups():
            pool = sorted({account for line in lines for account in self._loose(line)})
            if not pool:
                continue
            amounts = [self.amounts[line][pool] for line in lines]
            found = covers(amounts, [self._wanted(line) for line in lines])
            chosen = self._likeliest(lines, pool, found)
            if chosen is None:
                continue
            for at, (first, end) in chosen.cut:
                how = How.REST if at in chosen.free else How.SUM
                self._take(lines[at], pool[first:end], how)

    def _groups(self) -> list[list[int]]:
        """Return the open lines of each class; those of the result are one."""
        groups: dict[AccountClass | None, list[int]] = {}
        for line in self._open():
            kind = self.lines[line].kind
            in_result = self.lines[line].statement is StatementKind.RESULT
            groups.setdefault(AccountClass.EXPENSE if in_result else kind, []).append(line)
        return list(groups.values())

    def _likeliest(self, lines: Sequence[int], pool: Sequence[int], found: Sequence[Cover]) -> Cover | None:
        """Return the one way to cut accounts that names speak for clearly more than for any other."""
        weighed = sorted(
            ((self._agreement(lines, pool, cover), at) for at, cover in enumerate(found)), reverse=True
        )
        if not weighed or (len(weighed) > 1 and weighed[0][0] - weighed[1][0] < _CLEARER):
            return None
        return found[weighed[0][1]]

    def _agreement(self, lines: Sequence[int], pool: Sequence[int], cover: Cover) -> float:
        """Return the score of a way to cut accounts: how well names fit, and how near its free runs come."""
        named = sum(
            self.scores[pool[at]][lines[line]] for line, (first, end) in cover.cut for at in range(first, end)
        )
        return named + sum(
            self._nearness(lines[line], pool[first:end])
            for line, (first, end) in cover.cut
            if line in cover.free
        )

    def _nearness(self, line: int, accounts: Sequence[int]) -> float:
        """Return, from 0 to 1, how near the sum of accounts comes to a line in this year."""
        have, want = int(self.amounts[line][list(accounts), 0].sum()), self.targets[line].years[0] or 0
        if not have or not want or (have > 0) is not (want > 0):
            return 0.0
        return min(have, want, key=abs) / max(have, want, key=abs)

    def _wanted(self, line: int) -> list[Target]:
        target = self.targets[line]
        return [target, target.turned] if self.lines[line].either else [target]

    def prove(self) -> bool:
        """Give accounts to the lines that they provably make up. Return whether there were any."""
        found = [proof for line in self._open() for proof in (*self._by_names(line), *self._proofs(line))]
        return self._take_all(found)

    def _take_all(self, proofs: list[_Proof]) -> bool:
        proofs.sort(key=lambda proof: proof.rank)
        done = False
        for proof in proofs:
            taken = any(account in self.owner for account in proof.accounts)
            if not taken and self.mapped[proof.line].how in (How.NOTHING, How.SEVERAL):
                self._take(proof.line, proof.accounts, proof.how)
                done = True
        return done

    def take_rest(self) -> None:
        """Give the accounts of a class that are left to its one line that is left."""
        for line in self._open():
            loose = [each for each in self._loose(line) if self._best(each) in (None, line)]
            rivals = {
                other
                for account in loose
                for other in self._open()
                if other != line and fits(self.accounts[account], self.lines[other])
            }
            if loose and not rivals:
                self._take(line, loose, How.REST)

    def take_named(self) -> None:
        """Give accounts to the lines that they are named as. This is certain where all accounts that may be
        in the line are named as open lines."""
        wanted = {
            line: [each for each in self._loose(line) if self._best(each) == line] for line in self._open()
        }
        for line, named in wanted.items():
            nameless = [each for each in self._loose(line) if self._best(each) not in wanted]
            if named:
                others = self.mapped[line].others
                self.mapped[line] = Mapped(tuple(named), How.OPEN if nameless else How.NAME, others)
        for line, named in wanted.items():
            self.owner |= dict.fromkeys(named, line)

    def take_empty(self) -> None:
        """Give accounts that are nil to the line that they are named as, or that those beside them are in."""
        for account in self.accounts:
            if account.is_empty and account.index not in self.owner:
                beside = {self.owner.get(at, -1) for at in self._beside(account.index)}
                line = self.best[account.index]
                line = beside.pop() if line is None and len(beside) == 1 else line
                if line is not None and line >= 0 and self.mapped[line].how.is_certain:
                    self._take(line, (*self.mapped[line].accounts, account.index), self.mapped[line].how)

    def _beside(self, index: int) -> Iterator[int]:
        for side in (
            [each for each in self.held if each < index][-1:],
            [each for each in self.held if each > index][:1],
        ):
            yield from side or [-1]

    def _take(self, line: int, accounts: Iterable[int], how: How) -> None:
        self.mapped[line] = Mapped(tuple(sorted(accounts)), how)
        self.owner |= dict.fromkeys(accounts, line)

    def _open(self) -> list[int]:
        return [
            line
            for line, mapped in enumerate(self.mapped)
            if mapped.how in (How.NOTHING, How.SEVERAL) and any(self.lines[line].amounts)
        ]

    def _best(self, account: int) -> int | None:
        """Return the line that an account is named as, unless that line is proven to have other accounts."""
        line = self.best[account]
        return None if line is not None and self.mapped[line].how.is_certain else line

    def _loose(self, line: int) -> list[int]:
        """Return the accounts that may be in a line and are in none, in their order."""
        return [
            each
            for each in self.held
            if each not in self.owner and fits(self.accounts[each], self.lines[line])
        ]

    def _by_names(self, line: int) -> Iterator[_Proof]:
        """Yield the accounts that are named as a line, where they come to it in a year."""
        named = [each for each in self._loose(line) if self._best(each) == line]
        for wanted in self._wanted(line) if named else ():
            met = wanted.met(self.amounts[line][named].sum(axis=0).tolist())
            if any(met):
                full = met.count(True) == sum(each is not None for each in wanted.years)
                how = How.NAME if met[0] else How.LAST_YEAR
                yield _Proof((0 if full else 2, 0.0), line, tuple(named), how)

    def _proofs(self, line: int) -> Iterator[_Proof]:
        loose = self._loose(line)
        named = [each for each in loose if self._best(each) == line]
        pool = [each for each in loose if not self._belongs_elsewhere(each, line)]
        for wanted in self._wanted(line) if pool else ():
            yield from self._by_sums(line, named, pool, wanted)

    def _belongs_elsewhere(self, account: int, line: int) -> bool:
        best = self._best(account)
        return best is not None and best != line and self.scores[account][best] >= HELD

    def _by_sums(
        self, line: int, named: Sequence[int], pool: Sequence[int], target: Target
    ) -> Iterator[_Proof]:
        amounts = self.amounts[line]
        found = [
            replace(hit, accounts=tuple(pool[at] for at in hit.accounts))
            for hit in runs(amounts[list(pool)], target)
        ]
        loose = [each for each in pool if each not in named]
        found += changes(named, loose, amounts, target)
        weighed = sorted(((self._weighed(line, named, hit), hit) for hit in found), key=lambda each: each[0])
        likely = [(chance, hit) for chance, hit in weighed if chance < _CHANCE]
        if not likely:
            self._remember(line, [hit.accounts for _, hit in weighed if all(hit.met)])
            return
        chance, hit = likely[0]
        rivals = {each.accounts for other, each in likely if other <= chance * _MISSING}
        if len(rivals) > 1:
            self._remember(line, list(rivals))
            return
        full = hit.met.count(True) == sum(each is not None for each in target.years)
        yield _Proof((1 if full else 3, chance), line, hit.accounts, How.SUM if hit.met[0] else How.LAST_YEAR)

    def _weighed(self, line: int, named: Sequence[int], hit: Hit) -> float:
        """Return the chance of a hit with what names say for and against it."""
        inside = set(hit.accounts)
        chance = hit.chance * _MISSING ** sum(each not in inside for each in named)
        chance *= _MISSING ** sum(self._best(each) not in (None, line) for each in inside)
        support = sum(self._best(each) == line for each in inside)
        if 2 * support >= len(inside) and not hit.scattered:
            chance *= _CHANCE / _NAMED_CHANCE
        return chance

    def _remember(self, line: int, several: Sequence[tuple[int, ...]]) -> None:
        if several and self.mapped[line].how is How.NOTHING:
            self.mapped[line] = Mapped((), How.SEVERAL, tuple(several[:5]))


def _target(line: StatementLine) -> Target:
    years = tuple(None if each is None else int(each * HUNDREDTHS) for each in line.amounts)
    return Target(years, int(line.unit * HUNDREDTHS / 2))
