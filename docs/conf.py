"""Sphinx configuration: `nox -s docs` builds the manual, without the network."""

import builtins
import doctest
import sys
from importlib.metadata import version as installed
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.application import Sphinx
from sphinx.ext.napoleon import GoogleDocstring

from guandan import bot, play_match
from guandan.render.html import page

project = "guandan-rules"
author = "The guandan contributors"
copyright = "2026, The guandan contributors"
release = version = installed("guandan-rules")

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"guandan-rules {release}"

myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
python_use_unqualified_type_names = True

# The manual builds offline, so references to the standard library have no page to lead to
# (intersphinx would have to fetch one). Everything of ours has to resolve.
_stdlib = "|".join(sorted(sys.stdlib_module_names))
_builtins = "|".join(name for name in dir(builtins) if not name.startswith("_"))
nitpick_ignore_regex = [
    (r"py:.*", rf"({_stdlib})(\..*)?"),
    (r"py:.*", rf"({_builtins})(\..*)?"),
]


def read_sections(
    app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    """Read `Raises:` and the like.

    The napoleon extension as a whole would take what stands before a colon in the docstring of an
    attribute for its type, and ours are sentences.
    """
    lines[:] = GoogleDocstring(lines, what="function").lines()


class Picture(Directive):
    """Shows examples and, below them, what they leave as `picture`: drawn by the library itself."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Run the examples; the tests look at what they print."""
        text = "\n".join(self.content)
        names: dict[str, object] = {}
        for example in doctest.DocTestParser().get_examples(text):
            exec(example.source, names)
        drawn = f'<p class="picture">{names["picture"]}</p>'
        shown = nodes.literal_block(text, text, language="pycon")
        return [shown, nodes.raw("", drawn, format="html")]


def write_replay(app: Sphinx, error: Exception | None) -> None:
    """Write the page that pictures.md leads to: a match of four bots, replayed."""
    if error is None and app.builder.format == "html":
        match = play_match([bot("easy", seed=seat) for seat in range(4)], seed=7)
        file = Path(app.outdir) / "replay.html"
        file.write_text(page(match.record()), encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Connect the above."""
    app.connect("autodoc-process-docstring", read_sections)
    app.add_directive("picture", Picture)
    app.connect("build-finished", write_replay)
