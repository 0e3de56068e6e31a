"""A fast classifier before a slow one."""

import numpy as np
import pytest

from cofitcheck.classification import Cascade, Trees, WordClassifier
from cofitcheck.document import Document
from cofitcheck.encoding import Encoded
from cofitcheck.errors import UnavailableError
from cofitcheck.facts import ScoredPairs, Usage
from cofitcheck.filtering import CandidatePairs
from cofitcheck.reports.words import render_unchecked
from cofitcheck.weights import bundled
from tests.classification.question_documents import pairs, statements

DOCUMENT = statements(3)
PAIRS = pairs(DOCUMENT)
WORDS = WordClassifier(Trees(bundled().first))


def encoded() -> Encoded:
    """Vectors by label, so that rows of one label are near."""
    labels = [each.row_path for each in DOCUMENT.mentions]
    row = np.array([sorted(set(labels)).index(label) for label in labels])
    vectors = np.eye(len(set(labels)), 8, dtype=np.float32)[row]
    return Encoded(vectors, vectors, vectors, vectors)


class Judge:
    """Says .9 of what it is asked, and of the first that it does not know."""

    threshold = 0.6

    def __init__(self) -> None:
        self.asked = CandidatePairs.none()

    def classify(self, document: Document, encoded: Encoded, candidates: CandidatePairs) -> ScoredPairs:
        self.asked = candidates
        probability = np.full(len(candidates), 0.9, np.float32)
        probability[:1] = np.nan
        unclassified = {"it was tired": 1} if len(candidates) else {}
        return ScoredPairs(candidates.left, candidates.right, probability, unclassified, Usage(asked=2))


def scored(above: float) -> tuple[Judge, ScoredPairs]:
    judge = Judge()
    cascade = Cascade(WORDS, judge, above)
    return judge, cascade.classify(DOCUMENT, encoded(), PAIRS)


def test_at_zero_every_pair_is_asked() -> None:
    judge, result = scored(0.0)
    assert judge.asked.left.tolist() == PAIRS.left.tolist()
    assert np.isnan(result.probability[0])
    assert (result.probability[1:] == np.float32(0.9)).all()


def test_the_pairs_below_get_zero_and_the_others_the_judgement_in_their_places() -> None:
    scores = WORDS.classify(DOCUMENT, encoded(), PAIRS).probability
    above = float(np.quantile(scores, 0.7))
    judge, result = scored(above)
    asked = scores >= above
    assert 0 < asked.sum() < len(PAIRS)
    assert (result.left.tolist(), result.right.tolist()) == (PAIRS.left.tolist(), PAIRS.right.tolist())
    assert judge.asked.left.tolist() == PAIRS.left[asked].tolist()
    assert (result.probability[~asked] == 0).all()
    assert np.isnan(result.probability[asked][0])
    assert (result.probability[asked][1:] == np.float32(0.9)).all()


def test_what_the_judge_says_besides_is_kept_and_the_count_is_said() -> None:
    _, result = scored(0.0)
    assert result.unclassified == {"it was tired": 1}
    assert result.usage == Usage(asked=2)
    (remark,) = result.remarks
    assert f"{len(PAIRS)} of {len(PAIRS)} candidate pairs" in str(render_unchecked(remark))


class Silent(Judge):
    """Answers nothing; of the questions so many get a reply."""

    def __init__(self, replies: int) -> None:
        super().__init__()
        self.replies = replies

    def classify(self, document: Document, encoded: Encoded, candidates: CandidatePairs) -> ScoredPairs:
        nothing = np.full(len(candidates), np.nan, np.float32)
        reasons = {"it says maybe": len(candidates)}
        return ScoredPairs(candidates.left, candidates.right, nothing, reasons, Usage(asked=self.replies))


def test_a_few_pairs_without_an_answer_do_not_cost_the_document() -> None:
    few = PAIRS.take(np.arange(len(PAIRS)) < 3)
    result = Cascade(WORDS, Silent(3), 0.0).classify(DOCUMENT, encoded(), few)
    assert result.unclassified == {"it says maybe": 3}


@pytest.mark.parametrize(("pairs_asked", "replies"), [(3, 0), (20, 20)])
def test_a_judge_that_is_not_there_or_never_answers_is_an_error(pairs_asked: int, replies: int) -> None:
    some = PAIRS.take(np.arange(len(PAIRS)) < pairs_asked)
    with pytest.raises(UnavailableError, match="it says maybe"):
        Cascade(WORDS, Silent(replies), 0.0).classify(DOCUMENT, encoded(), some)


@pytest.mark.parametrize("above", [0.0, 0.5])
def test_no_candidates_are_no_questions(above: float) -> None:
    cascade = Cascade(WORDS, Judge(), above)
    assert len(cascade.classify(DOCUMENT, encoded(), CandidatePairs.none())) == 0
