"""Every family of attacks, in the order of the table."""

from __future__ import annotations

from collections.abc import Mapping

from tests.hostile import (
    endpoints,
    forgetting,
    forgotten,
    inputs,
    person,
    races,
    secrecy,
    terminals,
)
from tests.hostile.base import Family

_ALL = (
    forgetting.FAMILY,
    person.FAMILY,
    secrecy.FAMILY,
    forgotten.FAMILY,
    endpoints.FAMILY,
    inputs.FAMILY,
    terminals.FAMILY,
    races.FAMILY,
)

FAMILIES: Mapping[str, Family] = {family.name: family for family in _ALL}
