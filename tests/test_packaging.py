"""The distribution, the promises of the README, and what the gate runs on."""

from __future__ import annotations

import importlib.metadata
import importlib.resources
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import guandan

ROOT = Path(__file__).resolve().parent.parent
DISTRIBUTION = importlib.metadata.distribution("guandan-rules")
WORKFLOWS = ROOT / ".github" / "workflows"
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def commands_of(markdown: Path) -> list[str]:
    """Return the lines of all shell blocks of a page."""
    blocks = re.findall(
        r"^```sh\n(.*?)^```$", markdown.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    return [line for block in blocks for line in block.splitlines()]


def test_the_readme_has_two_commands_of_one_line_each() -> None:
    play, check = commands_of(ROOT / "README.md")
    # A fresh machine has no environment: each command makes its own.
    assert play.startswith("python3 -m venv ")
    assert play.endswith("guandan watch --seed 7")
    assert check.startswith("python3 -m venv ")
    assert check.endswith("/nox")


def test_ci_runs_the_command_of_the_readme() -> None:
    _, check = commands_of(ROOT / "README.md")
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert script[-1] == check
    assert commands_of(ROOT / "CONTRIBUTING.md") == [check]


def test_ci_script_is_executable() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_the_installed_build_is_tested_not_the_source_tree() -> None:
    assert ROOT / "src" not in Path(guandan.__file__).resolve().parents


def test_metadata() -> None:
    metadata = DISTRIBUTION.metadata
    assert metadata["Version"] == PYPROJECT["project"]["version"]
    assert metadata["License-Expression"] == "MIT"
    assert metadata.get_all("License-File") == ["LICENSE"]
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata.get_all("Provides-Extra") == ["cli", "arena"]


def test_every_supported_python_is_classified_and_tested() -> None:
    classified = re.findall(r":: (3\.\d+)'", repr(PYPROJECT["project"]["classifiers"]))
    noxfile = (ROOT / "noxfile.py").read_text(encoding="utf-8")
    match = re.search(r"^PYTHONS = \[(.*)\]$", noxfile, re.MULTILINE)
    assert match is not None
    assert match[1] == ", ".join(f'"{version}"' for version in classified)
    assert PYPROJECT["project"]["requires-python"] == f">={classified[0]}"
    # So do the workflows: one tests each, the other builds compiled wheels for each.
    ci = (WORKFLOWS / "ci.yml").read_text(encoding="utf-8")
    assert re.findall(r"^ +python: \[(.*)\]$", ci, re.MULTILINE) == [match[1]]
    wheels = PYPROJECT["tool"]["cibuildwheel"]["build"]
    assert wheels == [f"cp{version.replace('.', '')}-*" for version in classified]


def test_the_workflows_run_the_gate_and_publish_tags_only() -> None:
    ci = (WORKFLOWS / "ci.yml").read_text(encoding="utf-8")
    assert re.search(r"^ +- run: \.ci/run$", ci, re.MULTILINE)
    wheels = (WORKFLOWS / "wheels.yml").read_text(encoding="utf-8")
    assert re.findall(r"^ +tags: (.*)$", wheels, re.MULTILINE) == ['["v*"]']
    _, publish = wheels.split("\n  publish:\n")
    assert (
        "    if: github.event_name == 'push' && startsWith(github.ref, 'refs/tags/v')\n" in publish
    )
    # The right to publish is that job's alone, and no workflow may write to the repository.
    assert wheels.count("id-token: write") == publish.count("id-token: write") == 1
    for workflow in (ci, wheels):
        assert re.findall(r"^permissions:\n(( +.*\n)+)", workflow, re.MULTILINE) == [
            ("  contents: read\n", "  contents: read\n")
        ]
        assert set(re.findall(r"(\S+): write$", workflow, re.MULTILINE)) <= {"id-token"}


def test_version_is_that_of_the_distribution() -> None:
    assert guandan.__version__ == DISTRIBUTION.version


def test_the_changelog_knows_the_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## \[(.+?)\]", changelog, re.MULTILINE)
    assert {"Unreleased", DISTRIBUTION.version} & set(headings)


def test_the_build_is_typed_and_holds_no_strangers() -> None:
    assert importlib.resources.files("guandan").joinpath("py.typed").is_file()
    files = DISTRIBUTION.files
    assert files is not None
    tops = {file.parts[0] for file in files if ".." not in file.parts}
    # What the modules of the compiled kernel share is one module beside the package.
    tops = {
        top for top in tops if not (guandan.COMPILED and top.startswith("guandan_kernel__mypyc."))
    }
    assert tops - {"__pycache__"} == {"guandan", f"guandan_rules-{DISTRIBUTION.version}.dist-info"}


def test_the_build_holds_no_leavings_of_its_making() -> None:
    files = DISTRIBUTION.files
    assert files is not None
    ours = [
        file for file in files if file.parts[0] == "guandan" and "__pycache__" not in file.parts
    ]
    data = {".typed", ".json", ".css", ".html", ".js"}
    allowed = {".py", *data, *([".so", ".pyd"] if guandan.COMPILED else [])}
    assert {file.suffix for file in ours} <= allowed


def test_every_public_name_exists() -> None:
    assert sorted(set(guandan.__all__)) == sorted(guandan.__all__)
    missing = [name for name in guandan.__all__ if not hasattr(guandan, name)]
    assert missing == []
    assert set(guandan.__all__) <= set(dir(guandan))


def test_console_script_and_module_are_the_same_program() -> None:
    (script,) = DISTRIBUTION.entry_points.select(group="console_scripts")
    assert (script.name, script.value) == ("guandan", "guandan.cli:main")
    command = [sys.executable, "-m", "guandan", "--version"]
    run = subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8")
    assert DISTRIBUTION.version in run.stdout


def test_importing_loads_no_extra_and_no_guest_and_nothing_slow() -> None:
    code = (
        "import sys; before = {*sys.modules}; import guandan; "
        "print([name for name in {*sys.modules} - before"
        " if name in ('rich', 'guandan.arena', 'guandan.bots', 'guandan.cli',"
        " 'cattrs', 'pathlib', 'traceback')])"
    )
    command = [sys.executable, "-c", code]
    run = subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8")
    assert run.stdout.strip() == "[]"
