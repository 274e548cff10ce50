"""All checks: `nox` runs the gate, `nox -l` lists everything.

What is tested is always an installed build, never the source tree.
"""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import nox

PYTHONS = ["3.11", "3.12", "3.13", "3.14"]
# Who is done takes from the others: by default the last long tests may all wait in one queue.
PARALLEL = ["--numprocesses=auto", "--maxprocesses=4", "--dist=worksteal"]
QUICK = ["-m", "not slow", *PARALLEL]

# pyenv hides what is installed but not activated; at the end of the path nox finds it.
_PYENV = Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser() / "versions"
_HIDDEN = [str(path) for version in PYTHONS for path in _PYENV.glob(f"{version}.*/bin")]
os.environ["PATH"] = os.pathsep.join([os.environ["PATH"], *_HIDDEN])

# What setup.py takes from GUANDAN_COMPILE. Interpreted where nothing else is said: doctest looks at
# the sources, which a compiled module is not.
COMPILED, INTERPRETED = "1", "0"
os.environ.setdefault("GUANDAN_COMPILE", INTERPRETED)
# Each installation would ask the index for a newer pip.
os.environ.setdefault("PIP_DISABLE_PIP_VERSION_CHECK", "1")

nox.needs_version = ">=2025.2.9"
nox.options.default_venv_backend = "venv"
# A Python that is not on the machine is skipped, and nox says so, in CI too; none is downloaded.
nox.options.error_on_missing_interpreters = False
nox.options.download_python = "never"
# Quick answers first, the tests last: their summary is what one looks for at the end.
# The gate has ten minutes: it runs the tests on the Python that runs nox, `nox -s tests` on all.
nox.options.sessions = ["lint", "types", "docs", "compiled", "interpreted"]

# Tests of what neither build can change, the guests above the public API and what a match weighs:
# once in the gate is enough.
ONCE = ["arena*", "cli*", "counters", "examples", "help_wrong_types", "hints", "html"]
ONCE += ["installed_bots", "load", "names", "narrator*", "oneline", "own_bots", "page"]
ONCE += ["refusals", "rewards", "selection", "sorting", "svg", "table*", "wrong_types"]

PROJECT = nox.project.load_toml("pyproject.toml")


def tools(*groups: str) -> list[str]:
    """Return what the dependency groups of pyproject.toml ask for."""
    return list(nox.project.dependency_groups(PROJECT, *groups))


def has_compiler() -> bool:
    """Return whether there is a C compiler."""
    return shutil.which(os.environ.get("CC", "cc")) is not None


class Wheel:
    """A wheel of the gate, made once for all sessions, while the first of them run.

    The C compiler keeps one processor busy for a minute and a half; those sessions hardly need two.
    """

    def __init__(self, choice: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="guandan-wheel-"))
        atexit.register(self.drop)
        # From a copy of what is packed: other builds go on in this folder.
        tree = self.folder / "tree"
        tree.mkdir()
        shutil.copytree("src", tree / "src", ignore=shutil.ignore_patterns("*.egg-info"))
        for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE"):
            if Path(name).exists():
                shutil.copy(name, tree)
        command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", str(self.folder)]
        with (self.folder / "log").open("wb") as log:
            self.building = subprocess.Popen(
                [*command, str(tree)],
                env=os.environ | {"GUANDAN_COMPILE": choice},
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def take(self, session: nox.Session) -> str:
        """Return what to install, when it is made."""
        if self.building.wait() != 0:
            session.log((self.folder / "log").read_text(encoding="utf-8", errors="replace"))
            session.error("the wheel could not be built")
        return f"guandan-rules[cli] @ {next(self.folder.glob('*.whl')).as_uri()}"

    def drop(self) -> None:
        """Leave nothing behind."""
        if self.building.poll() is None:
            self.building.kill()
            self.building.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def install(session: nox.Session, *groups: str, choice: str = "") -> None:
    """Install a build of the library, command line included, and the tools of dependency groups."""
    choice = choice or os.environ["GUANDAN_COMPILE"]
    made = WHEELS[choice].take(session) if choice in WHEELS else ".[cli]"
    # setuptools would pack what an earlier build left here, modules long deleted among it.
    shutil.rmtree("build", ignore_errors=True)
    session.install(made, *tools(*groups), env={"GUANDAN_COMPILE": choice})
    # The tests look whether it is that build; unset, setuptools chose, and either will do.
    builds = {COMPILED: "compiled", INTERPRETED: "interpreted"}
    session.env["GUANDAN_BUILD"] = builds.get(choice, "")


class Summary:
    """Pytest's own summary of its last run, said once more as the last thing the run says.

    Nox closes with what each session came to, so the lines that count the tests would otherwise
    stand somewhere in the middle. A run that failed is not forgotten for one that passed after it.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.failed = False
        atexit.register(self.say)

    def say(self) -> None:
        """Print the summary, if pytest has run."""
        sys.stderr.flush()
        print("".join(self.lines), end="", flush=True)

    def pytest(self, session: nox.Session, *command: str) -> None:
        """Run a command that is or starts pytest, shown as it runs, and keep its summary."""
        lines: list[str] = []
        read, write = os.pipe()

        def relay() -> None:
            with os.fdopen(read, encoding="utf-8", errors="replace") as output:
                for line in output:
                    print(line, end="", flush=True)
                    lines.append(line)

        relaying = threading.Thread(target=relay)
        relaying.start()
        failed = True
        try:
            session.run(*command, stdout=write)
            failed = False
        finally:
            os.close(write)
            relaying.join()
            if failed or not self.failed:
                self.failed = failed
                self.lines = _summary_of(lines)


def _summary_of(lines: list[str]) -> list[str]:
    """Return pytest's list of what did not pass, if there is one, and its closing line."""
    rules = [at for at, line in enumerate(lines) if line.startswith("==")]
    heads = [at for at in rules if "short test summary info" in lines[at]]
    return lines[(heads or rules)[-1] : rules[-1] + 1] if rules else lines[-1:]


summary = Summary()
WHEELS: dict[str, Wheel] = {}
# Only for the gate as a whole; with other arguments nox may have nothing to do with them.
if not sys.argv[1:]:
    for choice in {os.environ["GUANDAN_COMPILE"], COMPILED if has_compiler() else INTERPRETED}:
        WHEELS[choice] = Wheel(choice)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style and formatting with ruff, and with import-linter that imports go down only."""
    session.install(*tools("lint"))
    session.run("ruff", "check", "--no-cache")
    session.run("ruff", "format", "--check", "--diff", "--no-cache")
    session.run("lint-imports", "--no-cache", env={"PYTHONPATH": "src"})


@nox.session
def types(session: nox.Session) -> None:
    """Check all code with mypy, strict, and with pyright what callers of the build see."""
    install(session, "types")
    session.run("mypy")
    session.run("pyright")
    session.run("pyright", "--verifytypes", "guandan", "--ignoreexternal")


@nox.session
def docs(session: nox.Session) -> None:
    """Build the manual; a broken reference or a warning is an error."""
    install(session, "docs")
    session.run("sphinx-build", "-n", "-W", "--keep-going", "-q", "docs", "docs/_build/html")


@nox.session
def doctest(session: nox.Session) -> None:
    """Run every example in the docstrings, the README and the manual."""
    install(session, "test")
    run_examples(session)


def run_examples(session: nox.Session) -> None:
    """Run every example, where the library is installed."""
    session.run("pytest", "-q", "--doctest-modules", "--pyargs", "guandan")
    session.run("pytest", "-q", "--doctest-glob=*.md", "README.md", "docs")


@nox.session
def coverage(session: nox.Session) -> None:
    """Run the tests on the interpreted build; every branch of the library has to be taken."""
    install(session, "test", "arena-test")
    session.run("coverage", "erase")
    summary.pytest(session, "coverage", "run", "-m", "pytest", *QUICK, *session.posargs)
    session.run("coverage", "combine")
    session.run("coverage", "report")


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """Run the tests on each supported Python that is on the machine."""
    install(session, "test", "arena-test")
    summary.pytest(session, "pytest", *QUICK, *session.posargs)


@nox.session
def interpreted(session: nox.Session) -> None:
    """Run all examples and, on the interpreted build, the tests that it can change."""
    install(session, "test")
    run_examples(session)
    once = [f"--ignore-glob=*/test_{name}.py" for name in ONCE] if has_compiler() else []
    summary.pytest(session, "pytest", *QUICK, *once, *session.posargs)


def needs_compiler(session: nox.Session) -> None:
    """Skip the session, in one line, where there is no C compiler."""
    if not has_compiler():
        session.skip("no C compiler: the compiled build is not tested")


@nox.session
def compiled(session: nox.Session) -> None:
    """Run the tests on the compiled build, where there is a C compiler."""
    needs_compiler(session)
    install(session, "test", choice=COMPILED)
    # With mypyc at hand, what it makes of the kernel's shifts is tested too.
    session.install(*PROJECT["build-system"]["requires"])
    summary.pytest(session, "pytest", *QUICK, *session.posargs)


@nox.session
def builds(session: nox.Session) -> None:
    """Compare both builds on a million inputs of each function, and count deep (half an hour)."""
    needs_compiler(session)
    install(session, "test", choice=COMPILED)
    session.install(*PROJECT["build-system"]["requires"])
    files = [f"tests/test_{name}.py" for name in ("builds", "shifts", "perft")]
    summary.pytest(session, "pytest", *files, *PARALLEL, *session.posargs)


@nox.session
def slow(session: nox.Session) -> None:
    """Run the long tests too: whole matches by the hundred, random deals by the thousand.

    On the compiled build, where there is a C compiler; `builds` sees whether both do the same.
    """
    install(session, "test", choice=COMPILED if has_compiler() else INTERPRETED)
    others = "--ignore=tests/test_builds.py"
    options = ["--hypothesis-profile=slow", others, *PARALLEL, *session.posargs]
    summary.pytest(session, "pytest", *options)


@nox.session
def bench(session: nox.Session) -> None:
    """Measure the speed of both builds, in turns; `-- --fast` gives rough figures sooner."""
    session.install(*tools("bench"), *PROJECT["project"]["dependencies"])
    folder = Path(session.create_tmp())
    homes: list[str] = []
    for build, choice in (("interpreted", INTERPRETED), ("compiled", "")):
        home = str(folder / build)
        shutil.rmtree(home, ignore_errors=True)
        shutil.rmtree("build", ignore_errors=True)
        session.install("--no-deps", "--target", home, ".", env={"GUANDAN_COMPILE": choice})
        ask = ["python", "-c", "import guandan; print(guandan.COMPILED)"]
        compiled = str(session.run(*ask, env={"PYTHONPATH": home}, silent=True)).strip() == "True"
        if compiled == (build == "compiled"):
            homes.append(home)
        else:
            session.warn("no C compiler, or mypyc failed: the compiled build is not measured")
    script = "benchmarks/in_turns.py"
    session.run("python", script, *homes, "--into", str(folder), *session.posargs)
