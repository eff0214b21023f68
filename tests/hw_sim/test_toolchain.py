"""What cannot be built here is told apart from what does not compile."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from controller.commands.devices import device_maker
from controller.errors import UsageError
from hw_sim.native import native_library
from hw_sim.toolchain import BuildFailed, ToolchainMissing, build


def folder_with(tmp_path: Path, recipe: str) -> Path:
    (tmp_path / "Makefile").write_text(f"all:\n\t{recipe}\n", "utf-8")
    return tmp_path


def test_without_compilers_the_packages_to_install_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolchainMissing, match=r"avr-gcc.*apt-get install .*gcc-avr"):
        build(folder_with(tmp_path, "true"), "all")


@pytest.mark.skipif(shutil.which("avr-gcc") is None, reason="no avr-gcc here")
def test_a_source_that_does_not_compile_is_no_missing_toolchain(tmp_path: Path) -> None:
    with pytest.raises(BuildFailed, match="broken source"):
        build(folder_with(tmp_path, "@echo broken source >&2; false"), "all")


@pytest.mark.skipif(shutil.which("avr-gcc") is None, reason="no avr-gcc here")
def test_the_build_folder_is_what_comes_back(tmp_path: Path) -> None:
    assert build(folder_with(tmp_path, "@true"), "all") == tmp_path / "build"


def test_a_device_that_cannot_be_built_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    native_library.cache_clear()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match="--device chip: not here: make, gcc, avr-gcc"):
        device_maker("chip")
