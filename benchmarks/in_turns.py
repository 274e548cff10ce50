"""Measure builds of the library in turns, and make the tables: what `nox -s bench` runs.

A HOME is a folder that one build was installed into (`pip install --target`). Arguments that are
not known here go to `bench_speed.py`. FOLDER is left with a file of pyperf for each home, named
after it, and with all figures as `bench.json` and the tables as `bench.md`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
GROWTH: Final = ["--growth", "--in-process", "--processes=1", "--values=5", "--min-time=0.02"]
"""Thirty cases, of which only the course matters: a process for each would take minutes."""


def main() -> None:
    """Run `bench_speed.py` with each home in turn, then `report.py`."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("homes", metavar="HOME", type=Path, nargs="+")
    parser.add_argument("--into", metavar="FOLDER", type=Path, required=True)
    parser.add_argument("--fast", action="store_true", help="rough figures, sooner")
    options, others = parser.parse_known_args()
    files = {home: options.into / f"{home.name}.json" for home in options.homes}
    for file in files.values():
        file.unlink(missing_ok=True)
    # What slows the machine down for a while then slows down every build.
    rounds = [["--processes=1"]] if options.fast else [[], []]
    for arguments in [*rounds, GROWTH]:
        for home, file in files.items():
            print(f"--- {home.name} {' '.join(arguments)}", flush=True)
            script = [str(HERE / "bench_speed.py"), "--quiet", f"--append={file}"]
            run(*script, *arguments, *others, PYTHONPATH=str(home))
    report = [str(HERE / "report.py"), *map(str, files.values())]
    run(*report, f"--json={options.into / 'bench.json'}", f"--markdown={options.into / 'bench.md'}")
    print(f"--- kept in {options.into}")


def run(*command: str, **environment: str) -> None:
    """Run a script with this Python, and end with it if it fails."""
    done = subprocess.run([sys.executable, *command], env=os.environ | environment, check=False)
    if done.returncode:
        sys.exit(done.returncode)


if __name__ == "__main__":
    main()
