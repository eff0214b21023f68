"""The journal keeps what was synced, says what was lost, and never shows half a write."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.errors import JournalError, JournalUnwritable
from controller.journal import schema
from controller.journal.journal import Journal, MatchSummary
from controller.table import facts as f
from controller.table.facts import AnyFact

HANDS = ("hands", "hands")
START = f.MatchStarted(1, "standard", 3, "Ann", "Bo", HANDS, "fair")
SLOTS = tuple(range(26))
PLAYED = f.Played("light", (3, 1), "8/5 6/5", SLOTS, (0, 0))
ENDED = f.GameEnded("light", "bearoff", 1, 1, (1, 0))


def some_facts(count: int, match: int = 1) -> list[AnyFact]:
    """A match begun and `count - 1` rolls that can be told apart."""
    start = f.MatchStarted(match, "standard", 3, "Ann", "Bo", ("hands", "hands"), "fair")
    return [start, *(f.Rolled("R", n, (1 + n % 6, 2), "dark") for n in range(count - 1))]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


@contextmanager
def closing(journal: Journal) -> Iterator[Journal]:
    try:
        yield journal
    finally:
        journal.close()


def written(path: Path, facts: list[AnyFact]) -> None:
    with closing(Journal.open(path)) as journal:
        journal.append(facts)


# --- append and read -------------------------------------------------------------------------


def test_what_was_appended_is_read_back_in_order_after_reopening(path: Path) -> None:
    with closing(Journal.open(path)) as journal:
        assert journal.append([START, PLAYED]) == 2
        assert journal.append([ENDED]) == 3
    with closing(Journal.open(path)) as journal:
        assert journal.damage is None
        assert journal.last_number == 3
        assert journal.facts() == [START, PLAYED, ENDED]


def test_appending_nothing_writes_nothing(path: Path) -> None:
    with closing(Journal.open(path)) as journal:
        assert journal.append([]) == 0
        assert journal.matches() == []
        assert journal.unfinished() is None
        assert journal.next_match() == 1


def test_facts_belong_to_the_match_begun_last_also_after_a_restart(path: Path) -> None:
    written(path, [*some_facts(3), *some_facts(2, match=2)])
    with closing(Journal.open(path)) as journal:
        journal.append([f.MatchResumed(), PLAYED])
        assert journal.facts(1) == some_facts(3)
        assert journal.facts(2) == [*some_facts(2, match=2), f.MatchResumed(), PLAYED]
        assert journal.facts(3) == []


def test_a_fact_before_any_match_or_a_match_number_used_before_is_refused(path: Path) -> None:
    with closing(Journal.open(path)) as journal:
        with pytest.raises(ValueError, match="before any MatchStarted"):
            journal.append([PLAYED])
        journal.append([START])
        with pytest.raises(ValueError, match="does not follow match 1"):
            journal.append([START])
        assert journal.facts() == [START]


def test_matches_tell_names_score_and_whether_they_ended(path: Path) -> None:
    first = [
        START,
        ENDED,
        f.GameEnded("light", "drop", 1, 2, (3, 0)),
        f.MatchEnded("light", (3, 0)),
    ]
    with closing(Journal.open(path)) as journal:
        journal.append(first)
        assert journal.unfinished() is None
        journal.append(some_facts(2, match=2))
        assert journal.matches() == [
            MatchSummary(1, "Ann", "Bo", 3, "standard", None, (3, 0), True, 4, seats=HANDS),
            MatchSummary(2, "Ann", "Bo", 3, "standard", None, (0, 0), False, 2, seats=HANDS),
        ]
        assert journal.unfinished() == 2
        assert journal.next_match() == 3


def test_close_may_be_called_twice(path: Path) -> None:
    journal = Journal.open(path)
    journal.close()
    journal.close()


text = st.text(max_size=20)
slots = st.tuples(*[st.integers(-15, 15)] * 26)
pair = st.tuples(st.integers(0, 15), st.integers(0, 15))
any_fact = st.one_of(
    st.builds(f.MatchResumed, text),
    st.builds(
        f.GameStarted, st.integers(1, 99), text, pair, st.booleans(), text | st.none(), slots
    ),
    st.builds(f.Rolled, st.sampled_from("OR"), st.integers(0, 10**9), pair, text | st.none()),
    st.builds(f.Played, text, pair, text, slots, pair, pair, st.booleans()),
    st.builds(f.Doubled, text, st.integers(1, 2**40)),
    st.builds(f.Taken, text, st.integers(1, 64), text),
    st.builds(f.Dropped, text, text),
    st.builds(f.ClockRead, pair, text | st.none()),
    st.builds(f.MatchPaused, text),
    st.builds(f.MatchWentOn, text),
    st.builds(f.ResignOffered, text, st.integers(1, 3)),
    st.builds(f.ResignAnswered, text, st.booleans()),
    st.builds(f.QuestionAnswered, text, text, text),
    st.builds(
        f.BoardSet, slots, pair, pair, text | st.none(), st.integers(1, 64), text | st.none()
    ),
    st.builds(f.IntentRefused, text, text, text),
    st.builds(f.SeedRevealed, text, text),
    st.builds(f.GameEnded, text, text, st.integers(1, 3), st.integers(1, 99), pair),
    st.builds(f.MatchEnded, text, pair),
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(batches=st.lists(st.lists(any_fact, max_size=5), max_size=5))
def test_any_facts_survive(batches: list[list[AnyFact]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "j.db"
        written(path, [START])
        for batch in batches:
            written(path, batch)
        with closing(Journal.open(path)) as journal:
            assert journal.facts() == [START, *(fact for batch in batches for fact in batch)]
            assert journal.damage is None


# --- append-only -----------------------------------------------------------------------------


@pytest.mark.parametrize("statement", ["UPDATE facts SET match = 2", "DELETE FROM facts"])
def test_the_database_itself_refuses_changes(path: Path, statement: str) -> None:
    written(path, some_facts(3))
    connection = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        connection.execute(statement)
    connection.close()


# --- damage ----------------------------------------------------------------------------------


def test_a_changed_fact_ends_what_is_whole_and_the_rest_is_set_aside(path: Path) -> None:
    written(path, some_facts(9))
    connection = sqlite3.connect(path)
    connection.execute("DROP TRIGGER facts_never_change")
    connection.execute("UPDATE facts SET fact = replace(fact, 'dark', 'darK') WHERE number = 6")
    connection.commit()
    connection.close()
    before = path.read_bytes()

    with closing(Journal.open_read_only(path)) as journal:
        assert journal.damage == "journal whole up to fact 5; what follows cannot be read"
        assert journal.facts() == some_facts(9)[:5]
    with closing(Journal.open(path)) as journal:
        assert journal.damage is not None
        assert "whole up to fact 5" in journal.damage
        assert "journal.db.damaged-1" in journal.damage
        assert journal.facts() == some_facts(9)[:5]
        assert journal.append([PLAYED]) == 6
    assert path.with_name("journal.db.damaged-1").read_bytes() == before
    with closing(Journal.open(path)) as journal:
        assert journal.damage is None
        assert journal.facts() == [*some_facts(9)[:5], PLAYED]


def test_a_broken_definition_loses_no_fact(path: Path) -> None:
    """Facts are read past damage that is not theirs, and the journal is whole again."""
    written(path, some_facts(9))
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"TRIGGER facts_never_go", b"TRIGGER factz_never_go", 1))
    with closing(Journal.open_read_only(path)) as journal:
        assert journal.facts() == some_facts(9)
        assert "whole up to fact 9" in str(journal.damage)
    with closing(Journal.open(path)) as journal:
        assert journal.facts() == some_facts(9)
        assert "whole up to fact 9" in str(journal.damage)
    with closing(Journal.open(path)) as journal:
        assert journal.damage is None


def test_facts_that_vanish_from_the_end_are_missed(path: Path) -> None:
    """A page that says it holds fewer rows breaks no chain; SQLite's own check tells."""
    written(path, some_facts(9))
    pages = path.read_bytes()
    page = next(
        at
        for at in range(0, len(pages), 4096)
        if pages[at] == 0x0D and b'{"fact":"Rolled"' in pages[at : at + 4096]
    )
    assert pages[page + 3 : page + 5] == (9).to_bytes(2)
    path.write_bytes(pages[: page + 3] + (7).to_bytes(2) + pages[page + 5 :])
    with closing(Journal.open(path)) as journal:
        assert journal.facts() == some_facts(9)[:7]
        assert "whole up to fact 7" in str(journal.damage)


def test_a_fact_taken_out_of_the_middle_or_added_without_its_hash_is_damage(path: Path) -> None:
    written(path, some_facts(9))
    connection = sqlite3.connect(path)
    connection.execute("DROP TRIGGER facts_never_go")
    connection.execute("DELETE FROM facts WHERE number = 4")
    connection.execute("INSERT INTO facts VALUES (10, 1, '{}', x'00')")
    connection.commit()
    connection.close()
    with closing(Journal.open(path)) as journal:
        assert journal.facts() == some_facts(9)[:3]
        assert "whole up to fact 3" in str(journal.damage)


def test_no_flipped_bit_ever_yields_a_wrong_fact(path: Path) -> None:
    """Wherever a bit flips: whole facts from the first on, and word of it if any is missing."""
    facts = some_facts(60)
    written(path, facts)
    whole = path.read_bytes()
    told = 0
    for position in [*range(100, 112), *range(3, len(whole), 211)]:
        broken = bytearray(whole)
        broken[position] ^= 1 << position % 8
        path.write_bytes(broken)
        try:
            journal = Journal.open_read_only(path)
        except JournalError:
            told += 1
            continue
        with closing(journal):
            found = journal.facts()
            assert found == facts[: len(found)]
            assert len(found) == len(facts) or journal.damage
            told += journal.damage is not None
    assert told > 20


def test_a_database_cut_short_keeps_its_whole_facts(path: Path) -> None:
    facts = some_facts(200)
    written(path, facts)
    whole = path.read_bytes()
    for end in (len(whole) - 1, len(whole) - 5000, 3 * 4096, 2 * 4096 + 7):
        path.write_bytes(whole[:end])
        with closing(Journal.open(path)) as journal:
            found = journal.facts()
            assert found == facts[: len(found)]
            assert journal.damage


# --- the power goes --------------------------------------------------------------------------


def test_LIB_19_a_write_cut_at_any_place_loses_nothing_synced_and_shows_nothing_half(
    path: Path, tmp_path: Path
) -> None:
    """The log is cut at many bytes of its last transaction; every byte: `bench journal`."""
    log = path.with_name("journal.db-wal")
    with closing(Journal.open(path)) as journal:
        journal.append(some_facts(40))
        synced = log.stat().st_size
        journal.append([PLAYED, ENDED])
        database, torn = path.read_bytes(), log.read_bytes()
    assert len(torn) > synced
    for end in [*range(synced, len(torn), 331), *range(synced, synced + 30), len(torn) - 1]:
        copy = tmp_path / "copy" / "journal.db"
        copy.parent.mkdir()
        copy.write_bytes(database)
        copy.with_name("journal.db-wal").write_bytes(torn[:end])
        with closing(Journal.open(copy)) as journal:
            assert journal.facts() == some_facts(40)
            if end == synced:
                assert journal.damage is None
            else:
                assert "never finished" in str(journal.damage)
                tail = copy.with_name("journal.db.unfinished-1").read_bytes()
                assert tail == torn[synced:end]
            assert journal.append([PLAYED]) == 41
        shutil.rmtree(copy.parent)


def test_a_creation_cut_at_any_place_is_made_again(path: Path, tmp_path: Path) -> None:
    """Before the first fact nothing can be lost: the journal opens as a new one."""
    with closing(Journal.open(path)):
        database, log = path.read_bytes(), path.with_name("journal.db-wal").read_bytes()
    for end in range(0, len(log), 499):
        copy = tmp_path / f"cut-{end}" / "journal.db"
        copy.parent.mkdir()
        copy.write_bytes(database)
        copy.with_name("journal.db-wal").write_bytes(log[:end])
        with closing(Journal.open(copy)) as journal:
            assert journal.facts() == []
            assert journal.append([START]) == 1


def test_an_empty_file_is_a_new_journal(path: Path) -> None:
    path.touch()
    with closing(Journal.open(path)) as journal:
        assert journal.append([START]) == 1


# --- refusals --------------------------------------------------------------------------------


def test_a_second_writer_is_refused_in_words_until_the_first_has_closed(path: Path) -> None:
    with closing(Journal.open(path)) as journal:
        journal.append([START])
        with pytest.raises(JournalUnwritable, match=rf"in use by another.*process {os.getpid()}"):
            Journal.open(path)
        with closing(Journal.open_read_only(path)) as reader:
            assert reader.facts() == [START]
        journal.append([PLAYED])
    with closing(Journal.open(path)) as journal:
        assert journal.last_number == 2


def test_a_reader_cannot_write(path: Path) -> None:
    written(path, [START])
    with (
        closing(Journal.open_read_only(path)) as journal,
        pytest.raises(JournalUnwritable, match="may not be written"),
    ):
        journal.append([PLAYED])


def test_a_missing_journal_is_not_made_by_reading(path: Path) -> None:
    with pytest.raises(JournalError, match="there is no journal at"):
        Journal.open_read_only(path)
    assert not path.exists()


@pytest.mark.parametrize("content", [b"hello, this is no database at all" * 40, b"x"])
def test_a_file_that_is_no_database_is_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    for opener in (Journal.open, Journal.open_read_only):
        with pytest.raises(JournalError, match="is no gammonboard journal"):
            opener(path)
    assert path.read_bytes() == content


def test_another_programs_database_is_left_alone(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE recipes (name)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(JournalError, match="is no gammonboard journal"):
        Journal.open(path)
    assert path.read_bytes() == before


def test_a_newer_journal_is_refused_with_what_to_do(path: Path) -> None:
    written(path, [START])
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    connection.close()
    with pytest.raises(JournalError, match=r"newer gammonboard.*update gammonboard"):
        Journal.open(path)


def test_a_fact_of_a_later_release_is_named(path: Path) -> None:
    written(path, [START])
    with closing(Journal.open(path)) as journal:

        class Moonlight(f.Fact, frozen=True):
            pass

        journal.append([Moonlight()])  # type: ignore[list-item]
        with pytest.raises(JournalError, match=r"does not know.*Moonlight"):
            journal.facts()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(JournalUnwritable, match="cannot be used: File exists"):
        Journal.open(tmp_path / "file" / "journal.db")


@contextmanager
def without_rights() -> Iterator[Path]:
    """A folder of root's (or our own) that may be read only, seen by someone without rights."""
    root = os.geteuid() == 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        written(folder / "journal.db", [START])
        (folder / "journal.db.lock").chmod(0o666)
        folder.chmod(0o555)
        if root:
            os.seteuid(65534)
        try:
            yield folder
        finally:
            if root:
                os.seteuid(0)
            folder.chmod(0o755)


def test_a_read_only_folder_can_be_read_and_not_written() -> None:
    with without_rights() as folder:
        with closing(Journal.open_read_only(folder / "journal.db")) as journal:
            assert journal.facts() == [START]
        with pytest.raises(JournalUnwritable, match="cannot be used"):
            Journal.open(folder / "journal.db")
        with pytest.raises(JournalUnwritable, match="cannot be used: Permission denied"):
            Journal.open(folder / "other.db")


@contextmanager
def file_size_limit(size_bytes: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_loses_nothing_and_writing_goes_on_when_there_is_room(path: Path) -> None:
    with closing(Journal.open(path)) as journal:
        journal.append(some_facts(3))
        log_size = path.with_name("journal.db-wal").stat().st_size
        with file_size_limit(log_size + 100), pytest.raises(JournalUnwritable, match="disk"):
            journal.append([PLAYED] * 9)
        assert journal.last_number == 3
        assert journal.append([ENDED]) == 4
    with closing(Journal.open(path)) as journal:
        assert journal.facts() == [*some_facts(3), ENDED]


# --- migrations ------------------------------------------------------------------------------


def test_migrations_run_in_order_from_the_files_version() -> None:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute("PRAGMA user_version = 2")
    ran: list[int] = []
    steps = {n: lambda _connection, n=n: ran.append(n) for n in range(5)}
    schema.migrate(connection, steps, target=4)
    assert ran == [2, 3]
    assert connection.execute("PRAGMA user_version").fetchone() == (4,)
    connection.close()


def test_every_released_version_has_a_migration() -> None:
    assert sorted(schema.MIGRATIONS) == list(range(1, schema.VERSION))


def test_every_commit_waits_for_the_disk(path: Path) -> None:
    """SQLite syncs the log at each commit only at FULL (2); NORMAL would wait for a checkpoint."""
    connection = schema.connect(path, read_only=False)
    schema.prepare(connection)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    assert connection.execute("PRAGMA journal_mode").fetchone() == (b"wal",)
    connection.close()


def test_what_is_refused_before_the_first_match_is_kept_and_belongs_to_none(path: Path) -> None:
    refused = f.IntentRefused("light", "NewMatch", "That was said already.")
    with closing(Journal.open(path)) as journal:
        assert journal.append([refused]) == 1
        assert (journal.next_match(), journal.unfinished(), journal.matches()) == (1, None, [])
        journal.append([START])
        assert [line.match for line in journal.matches()] == [1]
        assert journal.facts(1) == [START]
    with closing(Journal.open_read_only(path)) as journal:
        assert journal.facts() == [refused, START]
        assert journal.damage is None


GAME = f.GameStarted(1, "M1/G1", (0, 0), False, "c0", (0,) * 26)
RESULT = f.GameEnded("light", "drop", 1, 3, (3, 0))


@pytest.mark.parametrize("end", [f.MatchEnded("light", (3, 0)), f.MatchAbandoned("dark", (0, 0))])
def test_a_match_goes_on_until_the_dice_of_its_last_game_are_shown(
    path: Path, end: f.AnyFact
) -> None:
    with closing(Journal.open(path)) as journal:
        journal.append([START, GAME, RESULT, end])
        assert journal.unfinished() == 1
        journal.append([f.SeedRevealed("M1/G1", "5eed")])
        assert journal.unfinished() is None
        assert journal.matches()[0].finished
        assert journal.matches()[0].abandoned is isinstance(end, f.MatchAbandoned)


def test_cards_are_how_each_match_began(path: Path) -> None:
    with closing(Journal.open(path)) as journal:
        journal.append([*some_facts(3), *some_facts(2, match=2)])
        assert [card.match for card in journal.cards()] == [1, 2]
