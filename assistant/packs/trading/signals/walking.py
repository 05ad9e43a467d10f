"""A forecast for each day by a model of the days before it alone, and whether all of them together
were better than the plain share of days that rose."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from assistant.packs.trading.signals.evidence import Days
from assistant.packs.trading.signals.logistic import Fit, fit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

LEARNED = 120
"""Days that the first model learns from."""
TESTED = 100
"""Days that have to be forecast before anything is said."""
REFITTED = 5
"""Days that a model serves."""
RIDGE = 10.0
LEVEL = 0.01
"""What the test's p-value has to be below: of a hundred symbols without a pattern, one at most
seems to have one."""
LAGS = 5
"""Days over which errors may hang together."""


class Walk(NamedTuple):
    """For each tested day the probability of a rise as it was forecast, the share of rises until
    then, and what came of it."""

    forecasts: Array
    base_rates: Array
    outcomes: Array


class Verdict(NamedTuple):
    """``brier``: the mean of (probability − outcome)², lower is better; ``brier_base`` that of the
    base rate. ``p_value``: how likely so much of a lead is where there is nothing to find."""

    days: int
    base_rate: float
    brier: float
    brier_base: float
    p_value: float

    @property
    def better(self) -> bool:
        return self.p_value < LEVEL and self.brier < self.brier_base


def walk(days: Days) -> Walk:
    """Forecast every day after the first LEARNED, each from what was known at its close; a model is
    fitted anew every REFITTED days, on outcomes that were known by then."""
    import numpy as np

    known = len(days.outcomes)
    forecasts, base_rates = [], []
    model: Fit | None = None
    for day in range(LEARNED, known):
        past = days.outcomes[:day]  # of the days before: that of the day itself is tomorrow's
        if model is None or (day - LEARNED) % REFITTED == 0:
            model = fit(days.rows[:day], past, RIDGE)
        forecasts.append(model.probabilities(days.rows[day : day + 1])[0])
        base_rates.append(past.mean())
    return Walk(np.array(forecasts), np.array(base_rates), days.outcomes[LEARNED:])


def judge(walked: Walk) -> Verdict:
    """Diebold and Mariano's test ("Comparing Predictive Accuracy", 1995) of the difference between
    the squared errors, one-sided: its mean over its spread, which allows for errors that hang
    together over LAGS days (Newey and West, 1987), with the correction of Harvey, Leybourne and
    Newbold (1997) for one step ahead. Of two nested models, as these are, it errs on the careful
    side."""
    import numpy as np

    lead = (walked.base_rates - walked.outcomes) ** 2 - (walked.forecasts - walked.outcomes) ** 2
    count = len(lead)
    centred = lead - lead.mean()
    variance = float(centred @ centred) / count
    for lag in range(1, min(LAGS, count - 1) + 1):
        share = 1 - lag / (LAGS + 1)
        variance += 2 * share * float(centred[lag:] @ centred[:-lag]) / count
    correction = math.sqrt((count - 1) / count)
    spread = math.sqrt(max(variance, 0) / count)
    statistic = float(lead.mean()) / spread * correction if spread > 0 else 0.0
    return Verdict(
        count,
        float(np.mean(walked.outcomes)),
        float(np.mean((walked.forecasts - walked.outcomes) ** 2)),
        float(np.mean((walked.base_rates - walked.outcomes) ** 2)),
        0.5 * math.erfc(statistic / math.sqrt(2)),
    )


def today(days: Days) -> tuple[Fit, Array]:
    """The model of all days whose outcome is known, and the row of the last day."""
    return fit(days.rows[: len(days.outcomes)], days.outcomes, RIDGE), days.rows[-1]
