"""Every command of the scenario language is read, and every slip is told with file and line."""

from __future__ import annotations

import pytest

from controller.commands.scenario import language as lang
from controller.commands.scenario.language import CellPlace, Command, Contents, LightThere, Spot
from controller.commands.scenario.parse import not_there_yet, parse_scenario
from controller.errors import UsageError
from controller.rules.position import Side

LIGHT, DARK = Side.LIGHT, Side.DARK
BAR_CELL = CellPlace(DARK, Spot.BAR, 4)


def parsed(line: str) -> Command:
    """The command of one line, in a script that checks something."""
    first, *_ = parse_scenario(f"{line}\nexpect refused\n", "a.table")
    return first


COMMANDS = [
    ("variant standard", lang.Variant(1, "standard")),
    ("match 5", lang.Match(1, 5)),
    ("score 2 1", lang.Score(1, 2, 1)),
    ("cube 2 light", lang.CubeAt(1, 2, LIGHT)),
    ("cube 1", lang.CubeAt(1, 1, None)),
    ("crawford", lang.Crawford(1)),
    ("seats light=script dark=bot", lang.Seats(1, "script", "bot")),
    ("seats dark=hands", lang.Seats(1, None, "hands")),
    ("seed 7", lang.Seed(1, 7)),
    ("noise realistic", lang.Noise(1, "realistic")),
    ("aids full", lang.Aids(1, "full")),
    ("orientation bottom=light home=right", lang.Orientation(1, "light", "right")),
    ("layout reference", lang.LayoutName(1, "reference")),
    ("cells 4", lang.Cells(1, 4)),
    ("timer 45", lang.Timer(1, 45_000)),
    ("clock 12 s 120 s", lang.Clock(1, 12_000, 120_000)),
    ("set turn.auto_done_ms 500", lang.Set(1, "turn.auto_done_ms", "500")),
    ("set match.names Ann, Bo", lang.Set(1, "match.names", "Ann, Bo")),
    (
        "board light 24:2 bar:1 off:12 / dark 6:3 in:2",
        lang.Board(
            1,
            Contents(LIGHT, {24: 2, Spot.BAR: 1, Spot.OFF: 12}),
            Contents(DARK, {6: 3, Spot.RESERVE: 2}),
        ),
    ),
    ("board dark 1:1", lang.Board(1, Contents(LIGHT, {}), Contents(DARK, {1: 1}))),
    ("turn light", lang.Turn(1, LIGHT)),
    ("roll 3 1", lang.Roll(1, (3, 1))),
    ("dice deduced", lang.Dice(1, "deduced")),
    ("type 3 1", lang.TypeDice(1, (3, 1), None)),
    ("type 3 dark", lang.TypeDice(1, (3,), DARK)),
    ("name 3", lang.Name(1, 3)),
    ("lift light 8", lang.Lift(1, LIGHT, 8)),
    ("lift light 8 at 60 mm", lang.Lift(1, LIGHT, 8, 60)),
    ("put light 5 top", lang.Put(1, LIGHT, 5, on_top=True)),
    ("put light 5 at 130 mm", lang.Put(1, LIGHT, 5, along_mm=130)),
    ("lift dark table   # beside the board", lang.Lift(1, DARK, Spot.TABLE)),
    ("put light bar.dark", lang.Put(1, LIGHT, Spot.BAR_DARK)),
    ("slide light bar 20", lang.Slide(1, LIGHT, Spot.BAR, 20)),
    ("slide dark 3 off", lang.Slide(1, DARK, 3, Spot.OFF)),
    ("both light 8 5 6 5", lang.Both(1, LIGHT, (8, 5), (6, 5))),
    ("knock light 6 8", lang.Knock(1, LIGHT, 6, 8)),
    ("nudge light 6", lang.Nudge(1, LIGHT, 6, 3)),
    ("nudge dark bar 8 mm", lang.Nudge(1, DARK, Spot.BAR, 8)),
    ("add light 5", lang.Add(1, LIGHT, 5)),
    ("take light 5", lang.Take(1, LIGHT, 5)),
    ("sweep", lang.Sweep(1)),
    ("setup", lang.SetUp(1)),
    (
        "lay light 6:2 off:3 / dark bar:1",
        lang.LayOut(1, Contents(LIGHT, {6: 2, Spot.OFF: 3}), Contents(DARK, {Spot.BAR: 1})),
    ),
    ("cover light 13..18", lang.Cover(1, LIGHT, 13, 18)),
    ("phone light 13", lang.Phone(1, LIGHT, 13)),
    ("phone dark bar", lang.Phone(1, DARK, Spot.BAR)),
    ("clear", lang.Clear(1)),
    ("press done", lang.Press(1, "done", None)),
    ("press accept dark", lang.Press(1, "accept", DARK)),
    ("press drop", lang.Press(1, "drop", None)),
    ("press resign 2", lang.PressResign(1, 2, None)),
    ("tap light 8", lang.Tap(1, LIGHT, 8)),
    ("key Tab", lang.Key(1, "Tab")),
    ("answer light 5", lang.AnswerPoint(1, LIGHT, 5)),
    ("restore light", lang.Restore(1, LIGHT)),
    ("restore dark 2", lang.Restore(1, DARK, back=2)),
    ('restore dark "XGID=a:b"', lang.Restore(1, DARK, board="XGID=a:b")),
    ("wait 300 ms", lang.Wait(1, 300)),
    ("wait 2 s", lang.Wait(1, 2000)),
    ("wait 0.5 s", lang.Wait(1, 500)),
    ("fault cell light 13.2 dead", lang.FaultCell(1, CellPlace(LIGHT, 13, 2), "dead", None)),
    ("fault cell dark bar.4 stuck -9", lang.FaultCell(1, BAR_CELL, "stuck", -9)),
    ("fault cell light 6.1 drift 120", lang.FaultCell(1, CellPlace(LIGHT, 6, 1), "drift", 120)),
    ("fault cable 0 7", lang.FaultCable(1, 0, 7)),
    ("fault checker light 8 flipped", lang.FaultChecker(1, LIGHT, 8, "flipped")),
    ("fault clear", lang.FaultClear(1)),
    ("unplug", lang.Unplug(1)),
    ("plug", lang.Plug(1)),
    ("power off", lang.Power(1, on=False)),
    ("power on", lang.Power(1, on=True)),
    ("reset device", lang.Reset(1)),
    ("garble 40", lang.Garble(1, 40)),
    ("lose 2 messages", lang.Lose(1, 2, down=False)),
    ("lose 1 message down", lang.Lose(1, 1, down=True)),
    ("banner 300", lang.Banner(1, 300)),
]  # fmt: skip

CONDITIONS = [
    ("phase moving", lang.PhaseIs("moving")),
    ("interruption resign_offered", lang.InterruptionIs("resign_offered")),
    ("interruption none", lang.InterruptionIs(None)),
    ("turn dark", lang.TurnIs(DARK)),
    ("roll 1 3", lang.RollIs((1, 3))),
    ("score 0 2", lang.ScoreIs(0, 2)),
    ('play "8/5 6/5"', lang.PlayIs("8/5 6/5")),
    ('play ""', lang.PlayIs("")),
    ("recorded 3 plays", lang.Recorded(3)),
    ("recorded 1 play", lang.Recorded(1)),
    ("verdict wrong", lang.VerdictIs("wrong")),
    ('message contains "# 8"', lang.MessageSays("# 8")),
    ("refused", lang.Refused()),
    ("board dark 24:2", lang.BoardIs((Contents(DARK, {24: 2}),))),
    ("sensed light 6:5", lang.SensedIs((Contents(LIGHT, {6: 5}),))),
    (
        "lights light 5 target, dark bar bar,light off target",
        lang.LightsAre(
            (
                LightThere(LIGHT, 5, "target"),
                LightThere(DARK, Spot.BAR, "bar"),
                LightThere(LIGHT, Spot.OFF, "target"),
            )
        ),
    ),
    ("lights none", lang.LightsAre(())),
    ("clock light 118 s", lang.ClockIs(LIGHT, 118_000)),
]

NEVERS = [
    ("play for 2 s", lang.Never(1, lang.AnyPlay(), 2000)),
    ("refused for 300 ms", lang.Never(1, lang.Refused(), 300)),
    ("verdict wrong for 2 s", lang.Never(1, lang.VerdictIs("wrong"), 2000)),
    ('message "wrong" for 2 s', lang.Never(1, lang.MessageSays("wrong"), 2000)),
]


@pytest.mark.parametrize(("line", "command"), COMMANDS, ids=[line for line, _ in COMMANDS])
def test_a_command_is_read(line: str, command: Command) -> None:
    assert parsed(line) == command


@pytest.mark.parametrize(("line", "what"), CONDITIONS, ids=[line for line, _ in CONDITIONS])
def test_an_expectation_is_read(line: str, what: lang.Condition) -> None:
    assert parse_scenario(f"expect {line}", "a.table") == (lang.Expect(1, what),)


@pytest.mark.parametrize(("line", "never"), NEVERS, ids=[line for line, _ in NEVERS])
def test_a_never_is_read_and_is_check_enough(line: str, never: lang.Never) -> None:
    assert parse_scenario(f"never {line}", "a.table") == (never,)


def test_blank_lines_and_comments_count_as_lines_and_do_nothing() -> None:
    commands = parse_scenario("# a script\n\n  sweep   # all off\n\nexpect refused", "a.table")
    assert [command.line for command in commands] == [3, 5]


@pytest.mark.parametrize("text", ["", "# nothing\n", "sweep\nwait 2 s\n"])
def test_a_script_that_checks_nothing_is_an_error(text: str) -> None:
    with pytest.raises(UsageError, match=r"^a\.table: the script checks nothing"):
        parse_scenario(text, "a.table")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("jump light 8", 'there is no command "jump", expected one of add, aids, answer, '),
        ('"lift" light 8', 'there is no command "lift"'),
        ("lift light", "the line ends, expected a point (1 to 24) or bar or bar.light or "),
        ("lift light 25", '"25", expected a point (1 to 24)'),
        ("lift 8 light", '"8", expected light or dark'),
        ("lift light 8 5", '"5" after lift, expected the end of the line'),
        ("slide light 13 table", '"table", expected a point (1 to 24) or bar or off'),
        ("roll 3 7", '"7", expected a second die (1 to 6)'),
        ("roll 3", "the line ends, expected a second die (1 to 6)"),
        ("put light 5 at 60", "the line ends, expected mm"),
        ("nudge light 6 400 mm", '"400", expected how far (0 to 300)'),
        ("fault cable 0 8", '"8", expected a second multiplexer (0 to 7)'),
        ("wait 300", "the line ends, expected ms or s"),
        ("wait soon", '"soon", expected a time such as 300 ms or 2 s'),
        ("cube 3 light", "a cube of 3, expected a power of two"),
        ("seats light=robot", '"light=robot", expected light=script|bot|hands dark='),
        ("seats", "the line ends, expected light=script|bot|hands"),
        ("board light 24:16", '"24:16", expected place:count such as 24:2'),
        ("board light 24:2 24:1", "24 stands there twice, expected each place once"),
        ("board light 24:2 / light 3:1", "light stands there twice, expected each side once"),
        ("board light 24", '"24", expected place:count'),
        ("cover light 13-18", '"13-18", expected points such as 13..18'),
        ("fault cell light 13.6 dead", '"13.6", expected a cell such as 13.2'),
        ("fault cell light bar.5 dead", '"bar.5", expected a cell such as 13.2'),
        ("fault cell light 13.2 stuck", "the line ends, expected the reading it is stuck at (-127"),
        ("set turn.auto_done 5", "set: unknown key turn.auto_done"),
        ("set turn.auto_done_ms soon", "turn.auto_done_ms = 'soon' is not a whole number 0 to"),
        ("press resign 4", '"4", expected single 1, gammon 2 or backgammon 3 (1 to 3)'),
        ("expect joy", 'there is no expect "joy", expected one of aids, board, '),
        ("expect", "the line ends, expected one of aids, board, "),
        ("expect play 8/5", '"8/5", expected a play in double quotes'),
        ('expect play "8/5', "a quote is not closed, expected a second one"),
        ("expect phase CONFIRM", '"CONFIRM", expected start or setup or '),
        ("expect lights light 5 blinking", '"blinking", expected target or from or '),
        ("never play", "the line ends, expected for"),
        ("never verdict wrong 2 s", '"2", expected for'),
    ],
)
def test_a_slip_is_told_with_file_line_and_what_was_expected(line: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_scenario(f"# first\n{line}\nexpect refused\n", "a.table")
    assert str(caught.value).startswith("a.table:2: ")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("layout six", "layout six"),
        ("cells 3", "a layout of 3 cells a point"),
    ],
)
def test_a_command_of_a_part_not_built_yet_parses_and_names_the_part(line: str, part: str) -> None:
    assert not_there_yet(parsed(line)) == part


def test_commands_of_what_is_built_are_all_there() -> None:
    text = """
        variant standard
        seats light=script dark=hands
        noise harsh
        layout presence
        cells 4
        dice typed
        board light 24:2 bar:1 off:3 / dark 6:5
        fault cell light 13.2 stuck 90
        cover light 13..18
        phone light 13
        press drop dark
        timer 45
        clock 12 s 120 s
        press pause
        press go_on dark
        expect clock light 118 s
        expect phase moving
        expect board light 24:2
    """
    assert [not_there_yet(command) for command in parse_scenario(text, "a.table")] == [None] * 18
