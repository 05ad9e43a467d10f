"""Every family of attacks, in the order of the table."""

from __future__ import annotations

from collections.abc import Mapping

from tests.hostile import endpoints, forgetting, forgotten, person, secrecy
from tests.hostile.base import Family

_ALL = (
    forgetting.FAMILY,
    person.FAMILY,
    secrecy.FAMILY,
    forgotten.FAMILY,
    endpoints.FAMILY,
)

FAMILIES: Mapping[str, Family] = {family.name: family for family in _ALL}
