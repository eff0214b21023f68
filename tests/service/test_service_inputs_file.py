"""A recording of inputs holds nobody's secret and nobody's name."""

from __future__ import annotations

from pathlib import Path

from controller.config import Config
from controller.sensing.settings import Calibration, CellLayout
from controller.service.inputs_file import Header, InputsFile
from controller.table import inputs
from controller.view.intents import Entropy, Envelope, Press


def test_bu_16_what_a_player_adds_to_the_dice_is_not_in_it(tmp_path: Path) -> None:
    path = tmp_path / "inputs.jsonl"
    calibration = Calibration.ideal(CellLayout.from_name("reference"))
    file = InputsFile(path, Header(Config(), calibration, "reference"))
    for number, intent in enumerate((Entropy("light", " three blind mice"), Press("dark", "done"))):
        file.write(inputs.Asked(5, Envelope(intent, 1, 1, "screen", number, "token")))
    file.close()
    _header, given, pressed = path.read_text("utf-8").splitlines()

    assert "mice" not in given
    assert "x" * len("three blind mice") in given
    assert '"done"' in pressed
