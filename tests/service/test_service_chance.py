"""Where dice come from: committed before, repeatable from the seed, kept through a crash."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.dice.fair import commitment, player_commitment
from controller.service.chance import FairSource, RealDice, SeededDice, answer, roll_from
from controller.table import effects as e
from controller.table import inputs


def test_a_fair_source_throws_what_its_revealed_seed_throws(tmp_path: Path) -> None:
    source = FairSource(tmp_path)
    committed = source.commit("M1/G1")
    rolls = [source.roll("M1/G1", "R", n) for n in range(20)]
    seed = bytes.fromhex(source.reveal("M1/G1") or "")

    assert committed == commitment("M1/G1", seed)
    assert rolls == [roll_from("M1/G1", seed, "R", n) for n in range(20)]


def test_a_crash_is_not_an_end_the_same_commitment_comes_back(tmp_path: Path) -> None:
    before = FairSource(tmp_path).commit("M1/G1")

    assert FairSource(tmp_path).commit("M1/G1") == before


def test_a_seed_is_for_nobody_elses_eyes(tmp_path: Path) -> None:
    FairSource(tmp_path).commit("M1/G1")

    modes = [path.stat().st_mode & 0o777 for path in tmp_path.iterdir()]
    assert modes == [0o600]


def test_two_games_have_two_seeds_and_a_forgotten_one_leaves_no_file(tmp_path: Path) -> None:
    source = FairSource(tmp_path)
    assert source.commit("M1/G1") != source.commit("M1/G2")
    source.forget("M1/G1")

    assert [path.name for path in tmp_path.iterdir()] == ["M1-G2.seed"]


def test_a_seeded_source_repeats_itself_and_differs_by_seed() -> None:
    def rolls(seed: int) -> list[tuple[int, int]]:
        return [SeededDice(seed).roll("M1/G1", "R", n) for n in range(10)]

    assert rolls(7) == rolls(7)
    assert rolls(7) != rolls(8)


def test_of_real_dice_nothing_is_committed_to_and_none_is_thrown() -> None:
    source = RealDice()

    assert source.commit("M1/G1") is None
    assert source.reveal("M1/G1") is None
    with pytest.raises(ValueError, match="real ones"):
        source.roll("M1/G1", "R", 0)


def test_bu_16_what_players_give_survives_a_crash_and_is_for_nobody_elses_eyes(
    tmp_path: Path,
) -> None:
    source = FairSource(tmp_path)
    source.commit("M1/G1")
    kept = answer(source, e.KeepEntropy("M1/G1", "light", " mice ", "person"), 5)
    drawn = source.keep("M1/G1", "dark", None)

    assert kept == inputs.EntropyKept(
        5, "M1/G1", "light", player_commitment("M1/G1", "L", b"mice"), "person"
    )
    assert FairSource(tmp_path).entropy("M1/G1") == (b"mice", drawn)
    assert len(drawn) == 32
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}
    assert FairSource(tmp_path).keep("M1/G1", "dark", None) == drawn  # its hash may be a fact
    source.forget("M1/G1")
    assert list(tmp_path.iterdir()) == []


def test_a_side_that_rolls_without_has_given_nothing_and_that_is_kept_too(tmp_path: Path) -> None:
    source = FairSource(tmp_path)
    for side in ("light", "dark"):
        answer(source, e.KeepEntropy("M1/G1", side, "", "none"), 0)

    shown = answer(FairSource(tmp_path), e.WantEntropy("M1/G1"), 9)
    assert shown == inputs.EntropyShown(9, "M1/G1", ("", ""))


@pytest.mark.parametrize("damage", ["gone", "short", "a bit"])
def test_bu_16_a_seed_that_is_not_the_committed_one_is_never_thrown_from(
    tmp_path: Path, damage: str
) -> None:
    committed = FairSource(tmp_path).commit("M1/G1")
    path = tmp_path / "M1-G1.seed"
    seed = path.read_bytes()
    if damage == "gone":
        path.unlink()
    else:
        path.write_bytes(seed[:31] if damage == "short" else bytes([seed[0] ^ 1]) + seed[1:])
    source = FairSource(tmp_path)

    told = answer(source, e.WantRoll("M1/G1", "R", 3, 0, committed), 7)
    assert isinstance(told, inputs.SeedGone)
    assert (told.gid, told.next_gid) == ("M1/G1", "M1/G1.2")
    assert told.commitment == source.commit("M1/G1.2") != committed
    shown = answer(source, e.WantReveal("M1/G1", 0, committed), 8)
    assert shown == inputs.SeedShown(8, "M1/G1", None)


def test_a_file_that_goes_while_the_service_runs_harms_nothing(tmp_path: Path) -> None:
    source = FairSource(tmp_path)
    committed = source.commit("M1/G1")
    (tmp_path / "M1-G1.seed").unlink()

    told = answer(source, e.WantRoll("M1/G1", "R", 0, 0, committed), 7)
    assert isinstance(told, inputs.DiceRolled)


def test_where_nothing_can_be_written_the_game_is_played_all_the_same(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way", "utf-8")
    source = FairSource(blocked)

    committed = source.commit("M1/G1")
    assert isinstance(answer(source, e.WantRoll("M1/G1", "R", 0, 0, committed), 7),
                      inputs.DiceRolled)  # fmt: skip


def test_bu_16_entropy_makes_other_dice_and_every_source_uses_it(tmp_path: Path) -> None:
    for source in (FairSource(tmp_path), SeededDice(7)):
        committed = source.commit("M1/G1")
        without, given = (
            [answer(source, e.WantRoll("M1/G1", "R", n, 0, committed, entropy), 0)
             for n in range(20)]
            for entropy in (("", ""), ("00ff", "ab"))
        )  # fmt: skip
        assert without != given
