"""The two lengths of the property tests, chosen by the environment variable HYPOTHESIS_PROFILE.

`gate` takes seconds and tries the same examples each time; `long` tries fresh ones for minutes.
`slow` is the name by which the slow tests ask for the long ones.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

from guandan import COMPILED

# A slow machine is no fault, and neither is a strategy that looks at more than it keeps.
_PATIENT = settings(
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

# Interpreted, an example takes several times as long.
_EXAMPLES = 25 if COMPILED else 15
settings.register_profile("gate", _PATIENT, max_examples=_EXAMPLES, derandomize=True)
settings.register_profile("long", _PATIENT, max_examples=1_000)
settings.register_profile("slow", settings.get_profile("long"))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "gate"))
