"""The kernel asks for no number in a way for which mypyc makes an object, and takes it apart again.

It does so where a number that is worked out and one that is written meet in one expression, `rank
if rank >= 0 else 12` or `suits or 15`, and for a loop from the one to the other. Results are the
same; what it costs is a third of the time of a loop that is short.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

KERNEL = Path(__file__).resolve().parent.parent / "src" / "guandan" / "_kernel"

LEFT_ALONE = {"_distributions", "_subpatterns"}
"""What makes tables, once."""


def is_written(node: ast.expr) -> bool:
    """Whether an expression is a literal or the name of a constant."""
    match node:
        case ast.UnaryOp(operand=operand):
            return is_written(operand)
        case ast.IfExp(body=body, orelse=other):
            return is_written(body) and is_written(other)
        case ast.Name(id=name):
            return name.isupper()
        case _:
            return isinstance(node, ast.Constant)


def boxes(module: ast.Module) -> list[str]:
    """Return the expressions in the functions of a module that mypyc makes objects for."""
    found: list[str] = []
    for function in ast.walk(module):
        if not isinstance(function, ast.FunctionDef) or function.name in LEFT_ALONE:
            continue
        for node in ast.walk(function):
            match node:
                case ast.IfExp(body=body, orelse=other):
                    meets = is_written(body) != is_written(other)
                case ast.BoolOp(op=ast.Or(), values=[*_, last]):
                    meets = isinstance(last, ast.Constant | ast.Name) and is_written(last)
                case ast.Call(func=ast.Name(id="range"), args=[first, last, *_]):
                    meets = is_written(last) and not is_written(first)
                case _:
                    continue
            if meets:
                found.append(f"line {node.lineno}: {ast.unparse(node)}")
    return found


@pytest.mark.parametrize("path", sorted(KERNEL.glob("*.py")), ids=lambda path: path.stem)
def test_the_kernel_boxes_no_number(path: Path) -> None:
    assert boxes(ast.parse(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    ("expression", "is_boxed"),
    [
        ("place if place >= 0 else 12", True),
        ("-1 if place else other", True),
        ("1 if place else 2 if other else place", True),
        ("place if place else NONE", True),
        ("1 if place else 2", False),
        ("place if place else other", False),
        ("1 if place else 2 if other else NONE", False),
        ("place or 15", True),
        ("place or other", False),
        ("[code for code in range(place, 11)]", True),
        ("[code for code in range(4, 11)]", False),
        ("[code for code in range(4, place)]", False),
    ],
)
def test_what_is_boxed(expression: str, is_boxed: bool) -> None:
    lines = f"def function(place, other):\n    return {expression}\n"
    assert bool(boxes(ast.parse(lines))) is is_boxed
