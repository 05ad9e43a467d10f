"""All that trains: what each head learns from (``data/``), and what is known of it (``cards/``).

Nothing here is read when the program runs, and nothing of it is in the wheel.
"""

from __future__ import annotations

from pathlib import Path

DATA = Path(__file__).parent / "data"
CARDS = Path(__file__).parent / "cards"
