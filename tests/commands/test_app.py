"""The command line: bad words are one line on stderr and exit 2, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.commands.app import main

BAD_WORDS = [
    ["play", "--noise", "loud"],
    ["play", "--hands", "three"],
    ["play", "--names", "Ann"],
    ["play", "--length", "65"],
    ["play", "--seed", "x"],
    ["play", "--speed", "-1"],
    ["dance"],
    ["check"],
    ["check", "no-such-file.mat"],
    ["matches", "--data-dir", "no-such-folder"],
    ["export", "last", "--data-dir", "no-such-folder"],
    ["verify", "no-such-file.json"],
    ["scenario", "no-such-file.table"],
    ["serve", "--config", "no-such-file.toml"],
    ["sim", "--noise", "loud"],
    ["bench", "beauty"],
    ["bench", "sensing", "--turns", "0"],
    ["import", "x.mat"],
    ["screen"],
    ["doctor"],
]


@pytest.mark.parametrize("words", BAD_WORDS, ids=" ".join)
def test_bad_words_are_one_clear_line_and_exit_2(
    words: list[str],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(words) == 2
    printed = capsys.readouterr()
    assert printed.err.startswith("gammonboard: ")
    assert printed.err.count("\n") == 1
    assert "Traceback" not in printed.err


@pytest.mark.parametrize(
    ("toml", "words"),
    [
        ("[table]\nprot = 'x'\n", ["prot"]),
        ("[turn]\nauto_done_ms = -5\n", ["auto_done_ms", "-5", "0 to 60000"]),
        ("[turn]\nauto_done_ms = 'soon'\n", ["auto_done_ms", "soon"]),
        ("[table\n", ["table.toml"]),
        ("[match]\nvariant = 'plakoto'\n", ["variant", "plakoto"]),
    ],
)
def test_a_bad_config_starts_nothing_and_names_key_value_and_range(
    toml: str, words: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "table.toml"
    path.write_text(toml, "utf-8")

    assert main(["serve", "--config", str(path), "--data-dir", str(tmp_path)]) == 2
    printed = capsys.readouterr().err
    assert all(word in printed for word in words), printed
    assert printed.count("\n") == 1


@pytest.mark.parametrize(
    "command", ["play", "plays", "decode", "check", "scenario", "serve", "sim"]
)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    assert "Usage" in capsys.readouterr().out
