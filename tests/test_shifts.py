"""The kernel shifts in ways that mypyc compiles rightly, and in no other.

mypyc makes a C shift of `1 << place`, and in C a literal has 32 bits: from 31 up it is silently
wrong. So it is with a constant, and with a local variable that is only ever set to one, for which
mypyc puts the constant in. The kernel therefore shifts what it is given or has worked out, and
takes powers from a table. A new mypy has to pass these tests before it compiles the kernel.
"""

from __future__ import annotations

import ast
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TypeAlias

import pytest

KERNEL = Path(__file__).resolve().parent.parent / "src" / "guandan" / "_kernel"

# --- what mypyc makes of them ---------------------------------------------------------------------

AS_THE_KERNEL_SHIFTS = """
from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

BITS: Final[list[i64]] = [2**place for place in range(62)]
ROWS: Final[list[list[i64]]] = [[7, 1]]
FIFTEEN: Final = 15
STEP: Final = 1
SHIFT: Final = 17


def power(place: i64) -> i64:
    return BITS[place]


def inverted(place: i64) -> i64:
    return ~BITS[place]


def powers(last: i64) -> i64:
    mask: i64 = 0
    for place in range(last + 1):
        mask |= BITS[place]
    return mask


def argument(value: i64, place: i64) -> i64:
    return value << place


def by_a_product(value: i64, place: i64) -> i64:
    return value << (STEP * place)


def masked(value: i64, place: i64) -> i64:
    return (value & 1) << place


def in_place(value: i64, last: i64) -> i64:
    for _ in range(last):
        value <<= STEP
    return value


def of_a_list(place: i64) -> i64:
    return ROWS[0][1] << place


def of_a_sum(numbers: list[i64], place: i64) -> i64:
    value: i64 = 0
    for number in numbers:
        value += number
    return value << place


def constant_by_constant() -> i64:
    value: i64 = FIFTEEN
    return value << SHIFT


def back(value: i64, place: i64) -> i64:
    return (value >> place) & FIFTEEN
"""

COMPILE = """
from mypyc.build import mypycify
from setuptools import setup

setup(name="shifts", py_modules=[], ext_modules=mypycify(["shifts.py"], opt_level="3"))
"""

CHECK = """
import shifts

assert not shifts.__file__.endswith(".py"), "it is not compiled"
for place in range(62):
    power = 2**place
    assert shifts.power(place) == power, place
    assert shifts.inverted(place) == -power - 1, place
    assert shifts.powers(place) == 2 * power - 1, place
    for function in (shifts.argument, shifts.by_a_product, shifts.masked, shifts.in_place):
        assert function(1, place) == power, (function, place)
    assert shifts.of_a_list(place) == power, place
    assert shifts.of_a_sum([0, 1], place) == power, place
    assert shifts.back(power, place) == 1, place
assert shifts.constant_by_constant() == 15 * 2**17
"""


def test_what_mypyc_makes_of_the_kernels_shifts(tmp_path: Path) -> None:
    for tool in ("mypyc", "setuptools"):
        if importlib.util.find_spec(tool) is None:
            pytest.skip(f"{tool} is not installed")
    if shutil.which(os.environ.get("CC", "cc")) is None:
        pytest.skip("there is no C compiler")
    files = {"shifts.py": AS_THE_KERNEL_SHIFTS, "setup.py": COMPILE, "check.py": CHECK}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    for command in (["setup.py", "build_ext", "--inplace"], ["check.py"]):
        run = subprocess.run(
            [sys.executable, *command],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        assert run.returncode == 0, run.stdout


# --- which the kernel has -------------------------------------------------------------------------

Constants: TypeAlias = dict[str, int]
"""Names and their values: of several that a name can have, the largest."""


def value_of(node: ast.expr, constants: Constants) -> int | None:
    """Return the value of an expression if a compiler can see it."""
    match node:
        case ast.Constant(value=int(value)):
            return value
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return constants.get(name)
        case ast.IfExp(body=body, orelse=orelse):
            found = (value_of(body, constants), value_of(orelse, constants))
            return max((value for value in found if value is not None), default=None)
        case ast.Call(func=ast.Name(id="i64" | "int"), args=[argument]):
            return value_of(argument, constants)
        case ast.UnaryOp(operand=operand):
            # Only whether it is known and how large matters.
            under = value_of(operand, constants)
            return None if under is None else abs(under) + 1
        case ast.BinOp(left=left, right=right, op=operation):
            one, two = value_of(left, constants), value_of(right, constants)
            if one is None or two is None:
                return None
            return one << two if isinstance(operation, ast.LShift) else one + two + one * two
        case _:
            return None


def set_in(scope: ast.AST) -> dict[str, list[ast.expr | None]]:
    """Return what each name in the scope is set to; None where that is no single expression."""
    found: dict[str, list[ast.expr | None]] = {}
    whole: set[ast.AST] = set()
    for node in ast.walk(scope):
        match node:
            case (
                ast.Assign(targets=[ast.Name() as target], value=value)
                | ast.AnnAssign(target=ast.Name() as target, value=ast.expr() as value)
                | ast.NamedExpr(target=target, value=value)
            ):
                whole.add(target)
                found.setdefault(target.id, []).append(value)
            case ast.AnnAssign(target=ast.Name() as target):
                whole.add(target)  # a type only
            case ast.arg(arg=name):
                found.setdefault(name, []).append(None)
            case ast.Name(id=name, ctx=ast.Store()) if node not in whole:
                found.setdefault(name, []).append(None)
            case _:
                pass
    return found


def constants_of(scope: ast.AST, known: Constants) -> Constants:
    """Return the constants of a scope: what was known, and names that are only set to constants."""
    constants = dict(known)
    for name, expressions in set_in(scope).items():
        constants.pop(name, None)  # a local name hides a constant
        values = [None if each is None else value_of(each, constants) for each in expressions]
        seen = [value for value in values if value is not None]
        if len(seen) == len(values):
            constants[name] = max(seen)
    return constants


def finals_of(modules: list[ast.Module]) -> Constants:
    """Return the constants of the modules, which they import from each other."""
    finals: list[ast.stmt] = [
        statement
        for module in modules
        for statement in module.body
        if isinstance(statement, ast.AnnAssign) and "Final" in ast.unparse(statement.annotation)
    ]
    return constants_of(ast.Module(body=finals, type_ignores=[]), {})


def trapped(module: ast.Module, finals: Constants) -> list[str]:
    """Return the shifts of what a compiler can see, unless the result fits into 31 bits."""
    functions = [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)]
    inside = {node for function in functions for node in ast.walk(function)}
    outside = [node for node in ast.walk(module) if node not in inside]
    scopes = [(outside, finals)]
    scopes += [(list(ast.walk(each)), constants_of(each, finals)) for each in functions]
    found: list[str] = []
    for nodes, constants in scopes:
        for node in nodes:
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift):
                value = value_of(node.left, constants)
                place = value_of(node.right, constants)
                if value is not None and (place is None or value << place >= 2**31):
                    found.append(f"line {node.lineno}: {ast.unparse(node)}")
    return found


def test_no_constant_of_the_kernel_is_shifted() -> None:
    modules = {path: ast.parse(path.read_text(encoding="utf-8")) for path in KERNEL.glob("*.py")}
    finals = finals_of(list(modules.values()))
    assert finals["JOKER_SHIFT"] == 48
    assert finals["WILD_PAIR"] == 15
    assert "BITS" not in finals
    found = {path.name: trapped(module, finals) for path, module in modules.items()}
    assert {name: shifts for name, shifts in found.items() if shifts} == {}


@pytest.mark.parametrize(
    ("lines", "is_trap"),
    [
        ("x = 1 << n", True),
        ("x |= 1 << (n + 1)", True),
        ("x = ONE << n", True),
        ("x = words.ONE << n", True),
        ("x = (ONE | 2) << n", True),
        ("x = ~1 << n", True),
        ("x = i64(1) << n", True),
        ("x = (ONE if x else y) << n", True),
        ("x = [1 << k for k in range(62)]", True),
        ("x = 1 << 31", True),
        ("y: i64 = 1; x = y << n", True),
        ("y: i64; y = 1; x = y << n", True),
        ("y = 1; y = 2; x = y << n", True),
        ("y = ONE if x else 2; x = y << n", True),
        ("x = 1 << 30", False),
        ("y: i64 = 1; x = y << 17", False),
        ("x = n << 31", False),
        ("x = (n & 1) << n", False),
        ("y: i64 = 1; y += x; x = y << n", False),
        ("y: i64 = 1; y, z = x; x = y << n", False),
        ("y: i64 = 1; x = [y << n for y in x]", False),
        ("ONE = n; x = ONE << n", False),
        ("x = BITS[n]", False),
        ("x = 1 >> n", False),
        ("x <<= n", False),
    ],
)
def test_the_trap_is_seen(lines: str, is_trap: bool) -> None:
    function = ast.parse(f"def function(n: i64, x: i64) -> i64:\n    {lines}")
    assert bool(trapped(function, {"ONE": 1})) is is_trap


def test_the_trap_is_seen_outside_of_functions() -> None:
    assert trapped(ast.parse("BITS = [1 << place for place in range(62)]"), {})
