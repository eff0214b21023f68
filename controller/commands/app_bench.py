"""The `bench` commands: the budgets, measured. Exit 1 if one is missed."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Annotated

import typer

from controller.commands.bench import endurance as bench_endurance
from controller.commands.bench import firmware as bench_firmware
from controller.commands.bench import journal as bench_journal
from controller.commands.bench import latency as bench_latency
from controller.commands.bench import rules as bench_rules
from controller.commands.bench import sensing as bench_sensing
from controller.commands.bench.progress import bench_progress
from controller.commands.bench.report import Row, exit_code, format_json, format_table
from controller.commands.devices import DEVICES, device_maker
from controller.errors import UsageError
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


@bench_app.command("sensing")
def bench_sensing_command(
    turns: Annotated[int, typer.Option(min=1)] = 1000, seed: SeedOption = 1, as_json: Json = False
) -> int:
    """Wrong plays, questions, illegal and unfinished boards accepted, times."""
    whole = turns * len(bench_sensing.CASES)
    with bench_progress("turns", whole) as progress:
        rows = bench_sensing.run(turns, seed, on_turn=progress.one_more)
    return _report("sensing", seed, rows, as_json)


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
                games, seed, minutes=minutes, variant=variant, noise=noise, hands=hands,
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
