"""The command line: words in, one exit code out. What a command does stands in its own module.

Every failure that a person can cause or mend is one line on stderr and exit 2; a traceback is a
fault of ours.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, cast

import platformdirs
import typer

from controller.commands import (
    calibrate,
    decode,
    doctor,
    files,
    import_,
    layouts,
    lights,
    play,
    plays,
    serve,
    sim,
    verify,
    watch,
)
from controller.commands.app_bench import bench_app, one_of
from controller.commands.bots import seats_of
from controller.commands.data import CALIBRATION, JOURNAL
from controller.commands.devices import DEVICES, device_maker
from controller.commands.match_card import read_card
from controller.commands.scenario import run as scenario_run
from controller.config import Config, set_value, with_value
from controller.errors import ControllerError, UsageError
from controller.journal.journal import Journal
from controller.rules.variants import VARIANTS
from controller.seats.gnubg import LEVELS as BOT_LEVELS
from firmware_bridge.errors import BridgeError
from hw_sim.hands.skill import SKILLS
from hw_sim.placement import LEVELS

app = typer.Typer(
    name="gammonboard",
    help="The physical backgammon table that knows the game.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

_BAD_WORDS = cast(type[typer.BadParameter], typer.BadParameter.__mro__[2])
"""The base of all that the command line refuses; typer gives it no public name."""

HEADLESS_SEATS = ("hands", "bot")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = app(args=words, standalone_mode=False)
    except (ControllerError, BridgeError) as error:
        return _fail(str(error))
    except _BAD_WORDS as error:
        return _fail(error.format_message() or "which command? see gammonboard --help")
    except typer.Abort:
        return _fail("stopped")
    except KeyboardInterrupt:
        return _fail("stopped")
    except BrokenPipeError:  # somebody closed our output, as head does
        sys.stdout = None
        return 0
    return code if isinstance(code, int) else 0


def _fail(line: str) -> int:
    print("gammonboard: " + " ".join(line.split()), file=sys.stderr)
    return 2


DataDir = Annotated[
    Path | None,
    typer.Option("--data-dir", help="Folder of journal, records and seeds.", show_default=False),
]


MatchCard = Annotated[
    Path | None,
    typer.Option(
        "--match-card", help="A TOML file: names, event, length, rules and so on; options win."
    ),
]
VariantName = Annotated[
    str | None, typer.Option(help=f"One of {', '.join(VARIANTS)}; wins over card and config.")
]
TurnTimer = Annotated[
    int | None, typer.Option(help="Seconds a turn, then the table plays it (else none).")
]
Dice = Annotated[
    str | None, typer.Option(help="fair, typed or deduced: real dice are told to the screen.")
]
BotLevel = Annotated[
    str | None, typer.Option(help=f"A bot's: {', '.join(BOT_LEVELS)} (else advanced).")
]
Told = Annotated[str | None, typer.Option(help="Goes into the record.")]
RecordInputs = Annotated[
    Path | None, typer.Option(help="File for all that the core is told; holds no names.")
]
Calibrated = Annotated[
    Path | None, typer.Option(help="What calibrate found of the table with this seed.")
]
TableLayout = Annotated[
    str | None,
    typer.Option("--layout", help="Which cells it has: a name, or a file; see layout."),
]
ReplayInputs = Annotated[
    Path | None, typer.Option(help="Tell such a file to a new core; prints its effects.")
]


def data_folder(chosen: Path | None) -> Path:
    """Where journal and records live when no option names a folder."""
    return chosen or Path(platformdirs.user_data_dir("gammonboard"))


@app.command("play")
def play_command(
    headless: Annotated[
        bool, typer.Option("--headless", help="No window even where there is a display.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option(help="Repeat a match; its dice are seeded, not fair.")
    ] = None,
    speed: Annotated[
        float, typer.Option(min=0, help="At most so many times real time; 0: as fast as it goes.")
    ] = 20.0,
    choose: Annotated[
        bool, typer.Option("--choose", help="Choose the match at the screen first.")
    ] = False,
    match_card: MatchCard = None,
    length: Annotated[
        int | None, typer.Option(min=0, max=64, help="Points (else 3); 0 plays for money.")
    ] = None,
    variant: VariantName = None,
    names: Annotated[
        str | None, typer.Option(help="Light's and dark's name, as in Ann,Bob.")
    ] = None,
    noise: Annotated[str, typer.Option(help=f"One of {', '.join(LEVELS)}.")] = "realistic",
    hands: Annotated[str, typer.Option(help=f"One of {', '.join(SKILLS)}.")] = "careful",
    light: Annotated[
        str | None, typer.Option(help="Who plays light: person, bot or hands.")
    ] = None,
    dark: Annotated[str | None, typer.Option(help="Who plays dark: bot, person or hands.")] = None,
    dice: Dice = None,
    level: BotLevel = None,
    timer: TurnTimer = None,
    event: Told = None,
    round_: Annotated[str | None, typer.Option("--round", help="Goes into the record.")] = None,
    table: Told = None,
    record_inputs: RecordInputs = None,
    calibration: Calibrated = None,
    layout: TableLayout = None,
    replay_inputs: ReplayInputs = None,
    data_dir: DataDir = None,
) -> int:
    """Play a match on a simulated table: with a display you against a bot, else hands alone."""
    if replay_inputs is not None:
        return play.replay_inputs(replay_inputs, sys.stdout)
    is_windowed = not headless and _has_display()
    given: dict[str, object] = {"length": length, "variant": variant, "level": level, "dice": dice}
    given |= {"event": event, "round": round_, "table": table, "timer_s": timer}
    agreed = play.agreed(match_card, given)
    light, dark = play.seats_in(agreed, match_card, light, dark, is_windowed=is_windowed)
    _check_play((noise, hands), (light, dark), choose=choose, is_windowed=is_windowed)
    seats, players = seats_of(light, dark, agreed.seats.level, agreed.match.variant)
    options = play.PlayOptions(
        data_dir=data_folder(data_dir),
        seed=seed,
        speed=speed,
        agreed=agreed,
        length=agreed.match.length,
        names=agreed.match.names if names is None else _names(names),
        seats=seats,
        players=players,
        noise=noise,
        hands=hands,
        inputs=record_inputs,
        calibration=calibration,
        layout=layout or Config().table.layout,
        program=_program(),
        awaits=choose,
    )
    if is_windowed:
        return _run_windowed(options)
    return play.run(options, sys.stdout, colour=play.is_terminal(sys.stdout))


def _check_play(
    sim: tuple[str, str], seats: tuple[str, str], *, choose: bool, is_windowed: bool
) -> None:
    """Raises UsageError for unknown words, and without a window for what only people there can do.

    sim: noise and hands; seats: light's and dark's.
    """
    one_of(sim[0], LEVELS, "--noise")
    one_of(sim[1], SKILLS, "--hands")
    if is_windowed:
        return
    if choose:
        raise UsageError("--choose: there is no display to choose a match at")
    for side, seat in zip(("--light", "--dark"), seats, strict=True):
        one_of(seat, HEADLESS_SEATS, side)


@app.command("plays")
def plays_command(
    finals: Annotated[bool, typer.Option("--finals", help="Boards only.")] = False,
) -> int:
    """Legal plays: JSON lines in, JSON lines out."""
    return plays.run(sys.stdin, sys.stdout, finals=finals)


@app.command("decode")
def decode_command(
    layout: Annotated[
        str, typer.Option(help="Of lines that name none: a name, or a file; see layout.")
    ] = "reference",
) -> int:
    """What settled readings mean: JSON lines in, JSON lines out."""
    return decode.run(sys.stdin, sys.stdout, layouts.find_layout(layout))


@app.command("layout")
def layout_command(
    layout: Annotated[str, typer.Argument(metavar="NAME|FILE")] = "reference",
    as_json: Annotated[bool, typer.Option("--json", help="One object.")] = False,
) -> int:
    """Which cells a table has: check a file, or print a layout as one to begin with."""
    return layouts.run(layout, sys.stdout, as_json=as_json)


@app.command("check")
def check_command(
    paths: Annotated[list[Path], typer.Argument(metavar="FILE...")],
    as_json: Annotated[bool, typer.Option("--json", help="One object a file.")] = False,
) -> int:
    """Replay match files against the rules. Exit 0 all legal, 1 illegal plays, 2 unreadable."""
    return files.check(paths, sys.stdout, sys.stderr, as_json=as_json)


@app.command("matches")
def matches_command(data_dir: DataDir = None) -> int:
    """The journal's matches, a line each."""
    journal = _journal(data_dir)
    try:
        return files.matches(journal.matches(), sys.stdout)
    finally:
        journal.close()


@app.command("export")
def export_command(
    match: Annotated[str, typer.Argument(metavar="ID|last")],
    form: Annotated[
        str, typer.Option("--format", help=f"{', '.join(files.EXPORT_FORMS)}.")
    ] = "mat",
    output: Annotated[Path | None, typer.Option("-o", help="A file instead of stdout.")] = None,
    data_dir: DataDir = None,
) -> int:
    """Write a match of the journal in another form."""
    journal = _journal(data_dir)
    try:
        return files.export(
            match, form, journal.matches(), journal.facts, sys.stdout, sys.stderr, output
        )
    finally:
        journal.close()


@app.command("verify")
def verify_command(
    match: Annotated[str, typer.Argument(metavar="ID|last|FILE")] = "last",
    legality: Annotated[
        bool, typer.Option("--legality", help="Look also whether every play is legal.")
    ] = False,
    standalone: Annotated[
        bool, typer.Option("--standalone", help="Print a verifier that needs Python alone.")
    ] = False,
    data_dir: DataDir = None,
) -> int:
    """Re-roll every die of a match from its seeds. Exit 0 VERIFIED, 1 the first difference."""
    if standalone:
        print(verify.standalone(), end="")
        return 0
    if match != "last" and not match.isdecimal():
        return verify.run(verify.read_facts(Path(match)), sys.stdout, legality=legality)
    journal = _journal(data_dir)
    try:
        return verify.run_journal(journal, match, sys.stdout, legality=legality)
    finally:
        journal.close()


@app.command("scenario")
def scenario_command(
    paths: Annotated[list[Path], typer.Argument(metavar="FILE...")],
    as_json: Annotated[
        bool, typer.Option("--json", help="Facts and verdicts, a line each.")
    ] = False,
    pty: Annotated[bool, typer.Option("--pty", help="Over a real pty.")] = False,
    device: Annotated[str, typer.Option(help=f"One of {', '.join(DEVICES)}.")] = "python",
    png: Annotated[
        Path | None, typer.Option(help="Folder for a picture of the screen at every expect.")
    ] = None,
) -> int:
    """Scripts of hands against the whole product, in virtual time."""
    pictures = None
    if png is not None:
        from controller.commands.scenario.pictures import painter  # noqa: PLC0415

        pictures = functools.partial(painter, png)
    return scenario_run.run(
        paths,
        sys.stdout,
        sys.stderr,
        as_json=as_json,
        pty=pty,
        device=device_maker(device),
        pictures=pictures,
    )


@app.command("serve")
def serve_command(
    config: Annotated[Path, typer.Option("--config", help="A TOML file; see deploy/.")],
    match_card: MatchCard = None,
    variant: VariantName = None,
    layout: TableLayout = None,
    data_dir: DataDir = None,
) -> int:
    """The service of a table, until it is told to stop."""
    read = serve.read_config(config)
    if match_card is not None:
        read = serve.carded(read_card(match_card, read))
    if variant is not None:
        one_of(variant, VARIANTS, "--variant")
        read = set_value(read, "match.variant", variant)
    if layout is not None:
        read = with_value(read, "table.layout", layout, "command line", called="--layout")
    chosen = data_dir or (Path(read.data.dir) if read.data.dir else None)
    return serve.run(read, data_folder(chosen), sys.stdout)


@app.command("sim")
def sim_command(
    noise: Annotated[str, typer.Option(help=f"One of {', '.join(LEVELS)}.")] = "quiet",
    seed: Annotated[int, typer.Option(help="Of all chance at the table.")] = 0,
    link: Annotated[Path | None, typer.Option(help="A stable name for the pty.")] = None,
    hands: Annotated[Path | None, typer.Option(help="Path of the hand port's socket.")] = None,
    calibration: Annotated[
        Path | None, typer.Option(help="File to write the table's calibration to, for serve.")
    ] = None,
    variant: Annotated[
        str, typer.Option(help="Whose set-up lies there at first; as of play.")
    ] = "standard",
    window: Annotated[
        bool, typer.Option("--window", help="Show it: checkers to drag with the mouse.")
    ] = False,
    device: Annotated[str, typer.Option(help=f"One of {', '.join(DEVICES)}.")] = "python",
    eeprom: Annotated[
        Path | None, typer.Option(help="A chip's, read at the start, written at the end.")
    ] = None,
    controls: Annotated[
        Path | None, typer.Option(help="Path of the socket of a chip's own controls.")
    ] = None,
    layout: TableLayout = None,
) -> int:
    """A simulated table on a pty, in real time."""
    one_of(noise, LEVELS, "--noise")
    one_of(variant, VARIANTS, "--variant")
    options = sim.SimOptions(
        noise,
        seed,
        link,
        hands,
        calibration,
        window,
        variant,
        device,
        eeprom,
        controls,
        layout or Config().table.layout,
    )
    return sim.run(options, sys.stdout)


app.add_typer(bench_app, name="bench")


@app.command("import")
def import_command(
    paths: Annotated[list[Path], typer.Argument(metavar="FILE...")], data_dir: DataDir = None
) -> int:
    """Put foreign matches into the journal. Exit 0 fine, 1 illegal plays, 2 not imported."""
    journal = Journal.open(data_folder(data_dir) / JOURNAL)
    try:
        return import_.run(paths, journal, sys.stdout, sys.stderr)
    finally:
        journal.close()


@app.command("screen")
def screen_command(
    bus: Annotated[
        str | None, typer.Option(help="redis://... or unix://...; else the config's.")
    ] = None,
    config: Annotated[
        Path | None, typer.Option("--config", help="The service's TOML file.")
    ] = None,
    size: Annotated[
        str | None, typer.Option(help="Of the window (else as last time, or 1280x720).")
    ] = None,
    fullscreen: Annotated[bool, typer.Option("--fullscreen")] = False,
    data_dir: DataDir = None,
) -> int:
    """The screen in a process of its own, attached by the bus."""
    from controller.commands import screen  # noqa: PLC0415

    read = serve.read_config(config) if config is not None else Config()
    folder = data_folder(data_dir or (Path(read.data.dir) if read.data.dir else None))
    given = _size(size) if size is not None else None
    return screen.run(screen.ScreenOptions(read, folder, bus, given, fullscreen))


@app.command("doctor")
def doctor_command(
    config: Annotated[
        Path | None, typer.Option("--config", help="The service's TOML file.")
    ] = None,
    port: Annotated[str | None, typer.Option(help="Where the table is, else the config's.")] = None,
    layout: TableLayout = None,
    seconds: Annotated[int, typer.Option(min=5, max=86_400, help="How long to watch.")] = 90,
    as_json: Annotated[bool, typer.Option("--json", help="One object.")] = False,
    watching: Annotated[
        bool, typer.Option("--watch", help="Name what a checker is held over, until interrupted.")
    ] = False,
    data_dir: DataDir = None,
) -> int:
    """Find what is wrong with a table that is set up, or empty. Exit 0 nothing, 1 something."""
    read = serve.read_config(config) if config is not None else Config()
    if watching:
        watch.run(_port(read, config, port), sys.stdout)
    folder = data_folder(data_dir or (Path(read.data.dir) if read.data.dir else None))
    options = doctor.DoctorOptions(
        _port(read, config, port), layout or read.table.layout, folder / CALIBRATION, seconds
    )
    return doctor.run(options, sys.stdout, as_json=as_json)


@app.command("calibrate")
def calibrate_command(
    config: Annotated[
        Path | None, typer.Option("--config", help="The service's TOML file.")
    ] = None,
    port: Annotated[str | None, typer.Option(help="Where the table is, else the config's.")] = None,
    layout: TableLayout = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="File to write; else where serve looks for it.")
    ] = None,
    hands: Annotated[
        Path | None, typer.Option(help="Hand port of a simulated table; its hands do it.")
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Forget what an interrupted calibration kept.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Of simulated hands.")] = 0,
    data_dir: DataDir = None,
) -> int:
    """Learn a table's cells, magnets and wiring: it says what to do. On sim:// hands do it."""
    read = serve.read_config(config) if config is not None else Config()
    folder = data_folder(data_dir or (Path(read.data.dir) if read.data.dir else None))
    options = calibrate.CalibrateOptions(
        _port(read, config, port),
        layout or read.table.layout,
        out or folder / CALIBRATION,
        hands,
        fresh,
        seed,
    )
    return calibrate.run(options, sys.stdout)


@app.command("lights")
def lights_command(
    config: Annotated[
        Path | None, typer.Option("--config", help="The service's TOML file.")
    ] = None,
    port: Annotated[str | None, typer.Option(help="Where the table is, else the config's.")] = None,
    layout: TableLayout = None,
    seconds: Annotated[float, typer.Option(min=0.05, max=60, help="How long each burns.")] = 0.7,
) -> int:
    """Try a table's lights: each by itself, then every colour. Point 1 is light's."""
    read = serve.read_config(config) if config is not None else Config()
    options = lights.LightsOptions(_port(read, config, port), layout or read.table.layout, seconds)
    return lights.run(options, sys.stdout)


def _has_display() -> bool:
    """Loads the screen only where a match may be shown: no other command needs pygame."""
    from display.app import has_display  # noqa: PLC0415

    return has_display()


def _run_windowed(options: play.PlayOptions) -> int:
    from controller.commands import windowed  # noqa: PLC0415

    return windowed.run(options, sys.stdout)


def _program() -> str:
    """How this command was called, short enough to be typed again."""
    called = Path(sys.argv[0])
    if called.name != "gammonboard":
        return "gammonboard"
    here = Path.cwd()
    return str(called.relative_to(here) if called.is_relative_to(here) else called)


def _journal(chosen: Path | None) -> Journal:
    path = data_folder(chosen) / JOURNAL
    if not path.exists():
        raise UsageError(f"no journal at {path}; play a match first, or name a folder")
    return Journal.open_read_only(path)


def _port(config: Config, file: Path | None, port: str | None) -> str:
    """The port to look at. Raises UsageError where none is named."""
    if port is None and file is None:
        raise UsageError("say which table: --port URL or --config FILE")
    return port or config.table.port


def _names(text: str) -> tuple[str, str]:
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2 or not all(parts):
        raise UsageError(f"--names takes two names, as in Ann,Bob: not {text!r}")
    return parts[0], parts[1]


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise UsageError(f"--size takes width x height, as in 800x480: not {text!r}")
    return int(width), int(height)
