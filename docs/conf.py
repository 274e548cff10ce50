"""Sphinx configuration: `nox -s docs` builds the manual, without the network."""

import builtins
import sys
from importlib.metadata import version as installed

project = "guandan-rules"
author = "The guandan contributors"
copyright = "2026, The guandan contributors"
release = version = installed("guandan-rules")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"guandan-rules {release}"

myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
# Aliases are shown by the name that the caller knows, not by what they stand for.
autodoc_type_aliases = {
    "CardsLike": "guandan.cards.CardsLike",
    "LevelLike": "guandan.cards.LevelLike",
}
python_use_unqualified_type_names = True

# The manual builds offline, so references to the standard library have no page to lead to
# (intersphinx would have to fetch one). Everything of ours has to resolve.
_stdlib = "|".join(sorted(sys.stdlib_module_names))
_builtins = "|".join(name for name in dir(builtins) if not name.startswith("_"))
nitpick_ignore_regex = [
    (r"py:.*", rf"({_stdlib})(\..*)?"),
    (r"py:.*", rf"({_builtins})(\..*)?"),
]
