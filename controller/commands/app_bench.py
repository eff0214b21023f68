"""The `bench` commands: the budgets, measured. Exit 1 if one is missed."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from controller.commands.bench import dice as bench_dice
from controller.commands.bench import endurance as bench_endurance
from controller.commands.bench import firmware as bench_firmware
from controller.commands.bench import journal as bench_journal
from controller.commands.bench import latency as bench_latency
from controller.commands.bench import missed as bench_missed
from controller.commands.bench import rules as bench_rules
from controller.commands.bench.progress import bench_progress
from controller.commands.bench.report import Row, exit_code, format_json, format_table
from controller.commands.bench.sensing.cases import Case, find_cases
from controller.commands.bench.sensing.derive import SEED as DERIVE_SEED
from controller.commands.bench.sensing.derive import best, format_choices
from controller.commands.bench.sensing.derive import derive as derive_margins
from controller.commands.bench.sensing.derive_way import WEIGHTS, derive_way, format_weights
from controller.commands.bench.sensing.game import measure
from controller.commands.bench.sensing.plot import format_svg, sweep, sweep_size
from controller.commands.bench.sensing.tally import rows_of
from controller.commands.devices import DEVICES, device_maker
from controller.errors import UsageError
from controller.records.files import read_matches, read_record
from controller.rules.variants import VARIANTS
from hw_sim.hands.skill import SKILLS
from hw_sim.placement import LEVELS

bench_app = typer.Typer(
    help="The budgets, measured. Exit 1 if one is missed.", no_args_is_help=True
)
Json = Annotated[bool, typer.Option("--json", help="One JSON object.")]
DeviceOption = Annotated[str, typer.Option("--device", help=f"One of {', '.join(DEVICES)}.")]
SeedOption = Annotated[int, typer.Option("--seed", help="Of all chance in it.")]


@bench_app.command("rules")
def bench_rules_command(
    turns: Annotated[int, typer.Option(min=1, help="Random decisions.")] = 2000,
    seed: SeedOption = 1,
    as_json: Json = False,
) -> int:
    """Legal plays: times and answers beside bgsage's."""
    return _report("rules", seed, bench_rules.run(turns, seed, *bench_rules.load_bgsage()), as_json)


@bench_app.command("missed")
def bench_missed_command(
    files: Annotated[list[Path], typer.Argument(help="Match files of people's games.")],
    turns: Annotated[int, typer.Option(min=1, help="Gaps of each length at most.")] = 500,
    seed: SeedOption = 1,
    as_json: Json = False,
) -> int:
    """Turns that nobody saw: how many questions tell them from the board they left."""
    records = [match.record for file in files for match in read_matches(file)]
    return _report("missed", seed, bench_missed.run(records, turns, seed), as_json)


@bench_app.command("sensing")
def bench_sensing_command(
    turns: Annotated[int, typer.Option(min=1, help="Of each row; 10000 for full figures.")] = 400,
    seed: SeedOption = 1,
    row: Annotated[list[str] | None, typer.Option(help="Only these; may be repeated.")] = None,
    notes: Annotated[bool, typer.Option(help="Each question and fault on stderr.")] = False,
    plot: Annotated[Path | None, typer.Option(help="Draw noise and dead cells, an SVG.")] = None,
    derive: Annotated[bool, typer.Option(help="Find margins and weights instead.")] = False,
    as_json: Json = False,
) -> int:
    """Wrong plays, questions, illegal and unfinished boards accepted, times."""
    chosen = find_cases(row or [])
    if derive:
        signed = [case for case in chosen if case.layout != "presence"]
        return _derive_margins(signed or chosen, turns, seed)
    rows: list[Row] = []
    with bench_progress("turns", turns * len(chosen)) as progress:
        for case in chosen:
            tally = measure(case, turns, seed, on_turn=progress.one_more)
            rows += rows_of(case, tally)
            for note in tally.notes if notes else ():
                print(f"{case.name}: {note}", file=sys.stderr)
    if plot is not None:
        with bench_progress("turns", sweep_size(turns)) as progress:
            charts = sweep(turns, seed, progress.one_more)
        plot.write_text(format_svg(charts, f"{turns} turns a point, seed {seed}"), encoding="utf-8")
    return _report("sensing", seed, rows, as_json)


@bench_app.command("dice")
def bench_dice_command(
    files: Annotated[
        list[Path] | None, typer.Argument(help="Match files; none: games of plain players.")
    ] = None,
    turns: Annotated[int, typer.Option(min=1, help="At most so many plays.")] = 10_000,
    seed: SeedOption = 1,
    as_json: Json = False,
) -> int:
    """Deduced dice: how often a play tells its roll."""
    if files:
        found = bench_dice.recorded_plays(read_record(path) for path in files)
        plays = list(islice(found, turns))
    else:
        plays = list(bench_dice.simulated_plays(turns, seed))
    if not plays:
        raise UsageError("there is no legal play in these files")
    with bench_progress("plays", len(plays)) as progress:
        tally = bench_dice.measure(plays, seed, progress.one_more)
    return _report("dice", seed, bench_dice.rows_of(tally), as_json)


def _derive_margins(cases: Sequence[Case], turns: int, seed: int) -> int:
    heard = [case for case in cases if case.layout != "presence"]  # there the way tells nothing
    with bench_progress("turns", turns * (len(cases) + len(heard) * len(WEIGHTS))) as progress:
        choices = derive_margins(cases, turns, DERIVE_SEED + seed, progress.one_more)
        weights = derive_way(heard, turns, DERIVE_SEED + seed, progress.one_more)
    print(format_choices(choices))
    if heard:
        print(format_weights(weights))
    return int(best(choices) is None)


@bench_app.command("latency")
def bench_latency_command(
    turns: Annotated[int, typer.Option(min=1)] = 300,
    seed: SeedOption = 1,
    device: DeviceOption = "python",
    as_json: Json = False,
) -> int:
    """The host's share from the last byte in to the last byte out; with a chip, the firmware's."""
    one_of(device, ("python", "chip"), "--device")  # the native build has no time of its own
    if device_maker(device) is not None:
        return _report("latency", seed, bench_firmware.latency(turns, seed), as_json)
    return _report("latency", seed, bench_latency.run(turns, seed), as_json)


@bench_app.command("journal")
def bench_journal_command(
    turns: Annotated[int, typer.Option(min=1)] = 200, seed: SeedOption = 1, as_json: Json = False
) -> int:
    """Power cuts and kills: nothing that was synced is lost."""
    return _report("journal", seed, bench_journal.run(turns, seed), as_json)


@bench_app.command("screen")
def bench_screen_command(
    seconds: Annotated[float, typer.Option(min=1, help="Of idling.")] = 5.0,
    seed: SeedOption = 1,
    as_json: Json = False,
) -> int:
    """Redraw, input to pixel, start, idle."""
    from controller.commands.bench import screen  # noqa: PLC0415

    return _report("screen", seed, screen.run(seconds, seed), as_json)


FIRMWARE_MINUTES = 30.0


@bench_app.command("endurance")
def bench_endurance_command(
    games: Annotated[int, typer.Option(min=1)] = 20,
    seed: SeedOption = 1,
    variant: Annotated[str, typer.Option(help=f"One of {', '.join(VARIANTS)}.")] = "standard",
    noise: Annotated[str, typer.Option(help=f"One of {', '.join(LEVELS)}.")] = "realistic",
    hands: Annotated[str, typer.Option(help=f"One of {', '.join(SKILLS)}.")] = "fast",
    dice: Annotated[str, typer.Option(help="fair, or deduced: hands throw.")] = "fair",
    device: DeviceOption = "python",
    minutes: Annotated[
        float | None,
        typer.Option(min=0.1, help="Of table time instead of --games; the firmware plays 30."),
    ] = None,
    as_json: Json = False,
) -> int:
    """Many games by hands; every recorded play against what the hands did."""
    one_of(noise, LEVELS, "--noise")
    one_of(hands, SKILLS, "--hands")
    one_of(dice, ("fair", "deduced"), "--dice")
    one_of(variant, VARIANTS, "--variant")
    make_device = device_maker(device)
    with bench_progress("games", games) as progress:
        if make_device is not None:
            rows, notes = bench_firmware.endurance(
                make_device, minutes or FIRMWARE_MINUTES, seed, noise=noise, hands=hands,
                progress=progress.done,
            )  # fmt: skip
        else:
            rows, notes = bench_endurance.run(
                games, seed, minutes=minutes, variant=variant, noise=noise, hands=hands, dice=dice,
                progress=progress.done,
            )  # fmt: skip
    for note in notes:
        print(note, file=sys.stderr)
    return _report("endurance", seed, rows, as_json)


def _report(bench: str, seed: int, rows: Sequence[Row], as_json: bool) -> int:
    print(format_json(bench, seed, rows) if as_json else format_table(rows))
    return exit_code(rows)


def one_of(word: str, allowed: Iterable[str], option: str) -> None:
    """Raises UsageError that lists what is allowed."""
    if word not in list(allowed):
        raise UsageError(f"{option} {word!r} is not one of {', '.join(allowed)}")
