"""Compile `guandan._kernel` with mypyc where that is possible; all else is in pyproject.toml.

The environment variable GUANDAN_COMPILE decides: `1` compiles, and a failure is an error; `0`
leaves the kernel interpreted; unset, it is compiled if a C compiler is there and works, and the
build log says why if not.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from setuptools import Distribution, setup
from setuptools.command.build_ext import build_ext

if TYPE_CHECKING:
    from setuptools import Extension

KERNEL = Path("src/guandan/_kernel")
CHOICES = {"1": True, "0": False, "": None}
BUILDS = {"bdist_wheel", "build", "build_ext", "editable_wheel"}
"""The commands that need extension modules; others, such as sdist, need not wait for mypyc."""


def choice() -> bool | None:
    """Return whether to compile: yes, no, or None for "if possible"."""
    value = os.environ.get("GUANDAN_COMPILE", "")
    if value not in CHOICES:
        sys.exit(f"GUANDAN_COMPILE is 1, 0 or unset, not {value!r}")
    return CHOICES[value]


def say(line: str) -> None:
    """Write a line into the build log."""
    print(f"guandan: {line}", file=sys.stderr, flush=True)


def why_not() -> str | None:
    """Return why no extension module can be compiled here; None if one can."""
    command = build_ext(Distribution())
    command.finalize_options()
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <Python.h>\nint probe(void) { return PY_VERSION_HEX; }\n")
        try:
            from setuptools._distutils.ccompiler import new_compiler
            from setuptools._distutils.sysconfig import customize_compiler

            compiler = new_compiler()
            customize_compiler(compiler)
            compiler.compile(
                [str(source)], output_dir=folder, include_dirs=list(command.include_dirs)
            )
        except Exception as error:  # whatever a compiler that is not there does
            return f"no working C compiler ({type(error).__name__}: {error})"
    return None


def extensions(must: bool) -> list[Extension]:
    """Return the extension modules of the kernel."""
    from mypyc.build import mypycify

    modules = [str(path) for path in sorted(KERNEL.glob("*.py")) if path.name != "__init__.py"]
    # Only the kernel's own modules: it imports nothing else, and the rest needs what is not
    # installed in a build environment.
    made = mypycify(["--follow-imports=skip", *modules], opt_level="3", group_name="guandan_kernel")
    for extension in made:
        extension.optional = not must
        if sys.platform == "linux":
            # Else every call within the kernel goes through the linker's table and none is inlined.
            extension.extra_compile_args.append("-fno-semantic-interposition")
    return made


def kernel() -> list[Extension]:
    """Return what to compile, as the environment and the machine have it."""
    wanted = choice()
    if not BUILDS.intersection(sys.argv):
        return []
    if wanted is False:
        say("the kernel stays interpreted: GUANDAN_COMPILE=0")
        return []
    if wanted:
        say("compiling the kernel: GUANDAN_COMPILE=1")
        return extensions(must=True)
    reason = why_not()
    if reason is None:
        try:
            made = extensions(must=False)
        except (Exception, SystemExit) as error:  # mypyc ends the process where it fails
            reason = f"mypyc failed ({type(error).__name__}: {error})"
        else:
            say("compiling the kernel")
            return made
    say(f"the kernel stays interpreted: {reason}")
    return []


setup(ext_modules=kernel())
