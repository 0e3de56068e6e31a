"""Asking a server: what is sent, what comes back, and everything that can go wrong on the way."""

from __future__ import annotations

import asyncio
import math
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cofitcheck.classification.questions.prompts import Language
from cofitcheck.classification.servers import ServerConfig
from cofitcheck.classification.servers.classifier import ServerClassifier
from cofitcheck.encoding import Encoded
from cofitcheck.errors import ConfigError, InputError, UnavailableError
from cofitcheck.facts import ScoredPairs
from tests.classification.question_documents import pairs, statements
from tests.classification.servers.fake_server import Body, Reply, refused, said, serving

pytest.importorskip("openai")

DOCUMENT = statements(2)
PAIRS = pairs(DOCUMENT)
NOTHING = np.zeros((len(DOCUMENT.mentions), 0), np.float32)
ENCODED = Encoded(NOTHING, NOTHING, NOTHING)
NO = '{"same_fact":"No"}'
YES = '{"same_fact":"Yes"}'


def ask(url: str, language: Language | None = None, **changes: Any) -> ScoredPairs:
    given: dict[str, Any] = {"concurrency": 1, "retries": 0, "timeout": 5.0} | changes
    asked = ServerClassifier(ServerConfig(url, "tiny", **given), language)
    return asked.classify(DOCUMENT, ENCODED, PAIRS)


def alike(body: Body) -> Reply:
    """Answer as a model that sees whether row and column of the two numbers are the same."""
    lines = body["messages"][1]["content"].splitlines()
    first, second = (line.split(": body ")[1].split(":")[0] for line in lines if ": body row" in line)
    return said(YES if first == second else NO)


def same_place() -> list[float]:
    mentions = DOCUMENT.mentions
    return [
        float((mentions[a].row, mentions[a].column) == (mentions[b].row, mentions[b].column))
        for a, b in zip(PAIRS.left, PAIRS.right, strict=True)
    ]


@pytest.mark.parametrize("concurrency", [1, 5])
def test_every_pair_gets_the_answer_to_its_own_question(concurrency: int) -> None:
    with serving(lambda _, body: alike(body)) as server:
        scored = ask(server.url, concurrency=concurrency)
    assert scored.probability.tolist() == same_place()
    assert sorted(set(same_place())) == [0.0, 1.0]
    assert not scored.unclassified


def test_a_question_has_its_contexts_before_what_differs_and_no_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COFITCHECK_API_KEY", "secret")
    monkeypatch.setenv("OPENAI_API_KEY", "for another server")
    with serving(lambda *_: said(NO)) as server:
        ask(server.url)
    users = [body["messages"][1]["content"] for body in server.asked]
    shared = users[0].split("Number of the first table")[0]
    assert all(user.startswith(shared) and "Net sales" in shared for user in users)
    assert not any(mention.text in user for user in users for mention in DOCUMENT.mentions)
    first = server.asked[0]
    assert [message["role"] for message in first["messages"]] == ["system", "user"]
    assert (first["model"], first["temperature"], first["key"]) == ("tiny", 0, "Bearer secret")
    assert first["path"] == "/v1/chat/completions"
    schema = first["response_format"]["json_schema"]["schema"]
    assert schema["properties"]["same_fact"]["enum"] == ["Yes", "No"]


def weighed(*tokens: tuple[str, dict[str, float]]) -> Body:
    content = [
        {
            "token": token,
            "logprob": 0.0,
            "bytes": None,
            "top_logprobs": [
                {"token": other, "logprob": math.log(share), "bytes": None} for other, share in tops.items()
            ],
        }
        for token, tops in tokens
    ]
    return {"content": content, "refusal": None}


def test_the_probability_is_that_of_the_token_of_the_answer() -> None:
    shares = {" Yes": 0.6, "yes": 0.1, " No": 0.2, "Perhaps": 0.1}
    logprobs = weighed(('{"same_fact"', {}), (':"', {':"': 1.0}), ("Yes", shares), ('"}', {}))
    with serving(lambda *_: said(YES, logprobs=logprobs)) as server:
        assert ask(server.url).probability == pytest.approx(0.7 / 0.9)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Yes", 1.0),
        (" no.", 0.0),
        ("**Yes**, no doubt", 1.0),
        ("The answer is No.", 0.0),
        ("<think>Yes? No!</think>\nNo", 0.0),
        ('```json\n{ "same_fact" : "Yes" }\n```', 1.0),
        ("Nothing is known", None),
        ("It may be yes or no", None),
        ("Yes and No", None),
        ("Yes/No", None),
        ("No, or yes, by the table", None),
        ("yes, no.", None),
        ("No. Yes would be wrong here", 0.0),
        ("", None),
    ],
)
def test_plain_answers_are_read(text: str, expected: float | None) -> None:
    with serving(lambda *_: said(text)) as server:
        scored = ask(server.url)
    if expected is None:
        assert np.isnan(scored.probability).all()
        assert scored.unclassified == {"the model answered neither Yes nor No": len(PAIRS)}
    else:
        assert (scored.probability == expected).all()


@pytest.mark.parametrize("parameter", ["response_format", "logprobs", "temperature", "max_completion_tokens"])
@pytest.mark.parametrize("status", [400, 422])
def test_a_parameter_that_a_server_refuses_is_left_out_from_then_on(parameter: str, status: int) -> None:
    def answer(_: int, body: Body) -> Reply:
        return refused(status, f"Unsupported parameter: {parameter}") if parameter in body else said("No")

    with serving(answer) as server:
        scored = ask(server.url)
    assert (scored.probability == 0).all()
    assert len(server.asked) == len(PAIRS) + 1
    assert all(parameter not in body for body in server.asked[1:])
    assert ("max_tokens" in server.asked[-1]) == (parameter == "max_completion_tokens")


@pytest.mark.parametrize("status", [400, 500])
def test_a_server_that_refuses_without_a_name_is_asked_without_extras(status: int) -> None:
    def answer(_: int, body: Body) -> Reply:
        return refused(status, "it went wrong") if "logprobs" in body else said("No")

    with serving(answer) as server:
        assert (ask(server.url).probability == 0).all()


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (said("", message={"refusal": "I cannot"}), "the model refused to answer"),
        (said("", "content_filter"), "the model refused to answer"),
        (
            said("<think>Let me see", "length"),
            "the answer was cut off; allow longer ones with --answer-tokens",
        ),
        (said("The tables say that No", "length"), "the answer was cut off; allow longer"),
        (refused(400, "maximum context length is 9 tokens"), "the server refused the question (maximum"),
    ],
)
def test_one_bad_answer_costs_one_pair(reply: Reply, reason: str) -> None:
    with serving(lambda number, _: reply if number == 2 else said(NO)) as server:
        scored = ask(server.url)
    (said_why,) = scored.unclassified
    assert said_why.startswith(reason)
    assert scored.unclassified[said_why] == np.isnan(scored.probability).sum() == 1


def test_a_model_that_never_answers_is_not_paid_for_on_and_on() -> None:
    long = statements(6)
    with serving(lambda *_: said("Perhaps.")) as server:
        classifier = ServerClassifier(ServerConfig(server.url, "tiny", concurrency=1))
        scored = classifier.classify(long, ENCODED, pairs(long))
        assert len(server.asked) == 20
    assert scored.unclassified == {"the model answered neither Yes nor No": len(pairs(long))}
    assert len(pairs(long)) > 20


def test_an_answer_cut_off_after_its_first_word_counts() -> None:
    with serving(lambda *_: said("Yes, because the two", "length")) as server:
        assert (ask(server.url).probability == 1).all()


def test_too_many_questions_at_once_are_asked_again() -> None:
    limit = refused(429, "slow down", **{"Retry-After": "0.01"})
    with serving(lambda number, body: limit if number == 1 else alike(body)) as server:
        assert ask(server.url, retries=1).probability.tolist() == same_place()


BROKEN: dict[str, tuple[Reply, str, int]] = {
    "slow": (replace(said(NO), seconds=3.0), "did not answer within 1 s", 3),
    "page": (Reply("<html>hello</html>"), "does not speak the OpenAI protocol", 3),
    "other": (Reply({"choices": "none"}), "does not speak the OpenAI protocol", 3),
    "cut": (Reply('{"choices": [', headers={"Content-Type": "application/json"}), "does not speak", 3),
    "down": (refused(503, "overloaded"), "failed with status 503 (overloaded)", 3),
    "limit": (refused(429, "no credit left"), "allows no more questions for now (no credit left)", 3),
    "key": (refused(401, "who are you"), "wants a valid key; set COFITCHECK_API_KEY to it (who are you)", 1),
    "model": (refused(404, "no model tiny"), "has no chat completions of the model tiny", 1),
    "moved": (Reply("", 307, headers={"Location": "http://example.com/v1"}), "has no chat completions", 1),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_server_that_fails_for_good_is_not_asked_on_and_what_came_is_kept(
    name: str, tmp_path: Path
) -> None:
    reply, reason, asked = BROKEN[name]
    cache = tmp_path / "answers.db"
    with serving(lambda number, body: reply if number >= 2 else alike(body)) as server:
        scored = ask(server.url, cache=cache, timeout=1.0 if name == "slow" else 5.0)
        assert len(server.asked) == 2 + asked
        assert int(np.isnan(scored.probability).sum()) == len(PAIRS) - 2
        (why,) = scored.unclassified
        assert reason in why
        assert scored.unclassified[why] == len(PAIRS) - 2
    assert scored.usage is not None
    assert scored.usage.asked == 2


def test_a_slow_server_costs_its_timeout_and_no_more() -> None:
    with serving(lambda *_: replace(said(NO), seconds=4.0)) as server:
        scored = ask(server.url, timeout=1.5, retries=5, concurrency=8)
        # Those asked at once have had their time; none is tried again, and hardly another is asked.
        assert 8 <= len(server.asked) <= 10
    (why,) = scored.unclassified
    assert why == f"{server.url} did not answer within 1.5 s; wait longer with --timeout"


def test_the_time_for_a_document_is_bounded() -> None:
    with serving(lambda *_: replace(said(NO), seconds=0.8)) as server:
        scored = ask(server.url, minutes=4 / 60)
    (why,) = scored.unclassified
    assert why.endswith("allow more with --minutes")
    # A busy machine answers fewer of the sixteen in these seconds, none more.
    assert 1 <= int((scored.probability == 0).sum()) <= 5


def test_what_asking_takes_is_said_before_and_bounded(capsys: pytest.CaptureFixture[str]) -> None:
    prices: dict[str, Any] = {"price_in": 1.0, "price_out": 1.0}
    with serving(lambda *_: said(NO)) as server:
        with pytest.raises(UnavailableError, match=r"more than the budget of 1e-06; raise --budget"):
            ask(server.url, budget=1e-6, **prices)
        assert not server.asked
        said_before = capsys.readouterr().err
        assert f": {len(PAIRS)} questions to tiny, about " in said_before
        assert f"at most {64 * len(PAIRS):,} out, at most about 0." in said_before
        scored = ask(server.url, budget=1.0, **prices)
        assert (scored.probability == 0).all()
        # The tokens that were said are an upper bound of what they became.
        assert scored.usage is not None
        assert scored.usage.cost is not None
        assert scored.usage.cost < 1.0


def test_nothing_more_is_asked_when_the_budget_is_spent() -> None:
    dear = said(NO)
    assert isinstance(dear.body, dict)
    dear.body["usage"] = {"prompt_tokens": 10**6, "completion_tokens": 1, "total_tokens": 10**6 + 1}
    with serving(lambda *_: dear) as server:
        scored = ask(server.url, budget=1.5, price_in=1.0)
        assert len(server.asked) == 2
    assert scored.unclassified == {
        "the budget of 1.5 for a document is spent; allow more with --budget": len(PAIRS) - 2
    }


def test_a_stopped_run_goes_on_without_asking_twice(tmp_path: Path) -> None:
    down = True

    def answer(number: int, body: Body) -> Reply:
        return refused(500, "down") if down and number >= 3 else alike(body)

    with serving(answer) as server:
        ask(server.url, cache=tmp_path / "answers.db")
        down = False
        asked = len(server.asked)
        scored = ask(server.url, cache=tmp_path / "answers.db")
        assert len(server.asked) - asked == len(PAIRS) - 3
    assert scored.probability.tolist() == same_place()
    assert scored.usage is not None
    assert (scored.usage.asked, scored.usage.remembered) == (len(PAIRS) - 3, 3)


def test_another_model_or_prompt_has_answers_of_its_own(tmp_path: Path) -> None:
    cache = tmp_path / "answers.db"
    with serving(lambda _, body: said("否" if "否" in str(body["response_format"]) else "No")) as server:
        english = ask(server.url, cache=cache)
        chinese = ask(server.url, cache=cache, language="zh")
        assert len(server.asked) == 2 * len(PAIRS)
    assert (english.probability == 0).all()
    assert (chinese.probability == 0).all()


def test_nobody_at_the_address_is_said(tmp_path: Path) -> None:
    with serving(lambda *_: said(NO)) as server:
        gone = server.url
    scored = ask(gone)
    assert scored.unclassified == {f"{gone} cannot be reached; start the server": len(PAIRS)}


def test_tokens_and_cost_are_counted_over_documents() -> None:
    with serving(lambda *_: said(NO)) as server:
        classifier = ServerClassifier(ServerConfig(server.url, "tiny", price_in=2.0, price_out=10.0))
        scored = classifier.classify(DOCUMENT, ENCODED, PAIRS)
        assert scored.usage == classifier.usage
        again = classifier.classify(DOCUMENT, ENCODED, PAIRS)
    count = len(PAIRS)
    assert again.usage is not None
    assert (again.usage.asked, again.usage.remembered, again.usage.cost) == (0, count, None)
    assert (classifier.usage.tokens_in, classifier.usage.tokens_out) == (100 * count, 3 * count)
    assert classifier.usage.cost == pytest.approx(count * (100 * 2 + 3 * 10) / 1e6)
    assert f"{count} questions asked ({count} more were answered before)" in str(classifier.usage)


@pytest.mark.parametrize("host", ["example.com", "192.168.0.7", "0.0.0.0", "127.0.0.1.example.com"])
def test_documents_stay_on_this_machine_unless_allowed(host: str) -> None:
    with pytest.raises(ConfigError, match=r"contents of your documents would leave it.*--allow-remote"):
        ServerConfig(f"http://{host}/v1", "tiny")
    assert not ServerConfig(f"http://{host}/v1", "tiny", allow_remote=True).local


def test_what_is_meant_for_this_machine_goes_through_no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(lambda *_: said(YES)) as proxy, serving(lambda *_: said(NO)) as server:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url)
        assert (ask(server.url).probability == 0).all()
    assert not proxy.asked


@pytest.mark.parametrize(
    "change",
    [
        {"concurrency": 0},
        {"timeout": 0},
        {"price_in": -1},
        {"url": "localhost:8000"},
        {"retries": -1},
        {"minutes": 0},
        {"budget": 1.0},
    ],
)
def test_a_wrong_setting_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ConfigError):
        ServerConfig(**({"url": "http://localhost:8000/v1", "model": "tiny"} | change))


def write_text(path: Path) -> None:
    path.write_text("this is a letter and no database" * 100)


def write_database(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE letters (a)")


def write_later_format(path: Path) -> None:
    ServerClassifier(ServerConfig("http://localhost:1/v1", "tiny", cache=path))
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 2")


@pytest.mark.parametrize(
    ("write", "reason"),
    [
        (write_text, "cannot be used as a cache of answers"),
        (write_database, "is a database, but no cache of answers; name another file"),
        (write_later_format, "is a cache of answers in format 2, and this version reads format 1"),
        (Path.mkdir, "cannot be used as a cache of answers"),
    ],
)
def test_another_file_is_no_cache(write: Callable[[Path], None], reason: str, tmp_path: Path) -> None:
    path = tmp_path / "answers.db"
    write(path)
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(InputError, match=reason) as error:
        ServerClassifier(ServerConfig("http://localhost:1/v1", "tiny", cache=path))
    assert str(path) in str(error.value)
    assert (path.read_bytes() if path.is_file() else b"") == before


def test_a_notebook_whose_loop_runs_already_can_ask() -> None:
    async def cell(url: str) -> ScoredPairs:
        return ask(url)

    with serving(lambda _, body: alike(body)) as server:
        assert asyncio.run(cell(server.url)).probability.tolist() == same_place()
