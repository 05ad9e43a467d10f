"""Options that several commands take, as typer reads them from a signature."""

from __future__ import annotations

from typing import Annotated

import typer

Yes = Annotated[bool, typer.Option("-y", "--yes", help="Do not ask.")]
JsonObject = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
JsonArray = Annotated[bool, typer.Option("--json", help="Print one JSON array.")]
