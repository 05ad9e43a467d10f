"""Logistic regression with a ridge, by Newton's method (iteratively reweighted least squares)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

STEPS = 50
CLOSE = 1e-9
"""A step so small is the last."""
LEAST = 1e-9
FURTHEST = 30.0
"""Log odds beyond which a probability is 0 or 1."""


class Fit(NamedTuple):
    """``intercept`` and ``weights`` go with columns that have mean 0 and spread 1, by ``means`` and
    ``spreads`` of the rows that it was fitted on."""

    intercept: float
    weights: Array
    means: Array
    spreads: Array

    def standardised(self, rows: Array) -> Array:
        scaled: Array = (rows - self.means) / self.spreads
        return scaled

    def probabilities(self, rows: Array) -> Array:
        return _shares(self.intercept + self.standardised(rows) @ self.weights)


def fit(rows: Array, outcomes: Array, ridge: float) -> Fit:
    """Maximises the log likelihood less ``ridge`` / 2 · Σ weights², the intercept left free.

    Newton's step: (XᵀWX + R)⁻¹ (Xᵀ(y − p) − R β) with W = p (1 − p). See Hastie, Tibshirani and
    Friedman, "The Elements of Statistical Learning", 4.4.1. ``outcomes`` are 0 and 1; a column that
    never varies has no say.
    """
    import numpy as np

    means, spreads = rows.mean(0), rows.std(0)
    spreads = np.where(spreads < LEAST, np.inf, spreads)
    x = np.hstack([np.ones((len(rows), 1)), (rows - means) / spreads])
    penalty = np.diag([LEAST, *[ridge] * rows.shape[1]])
    beta = np.zeros(x.shape[1])
    for _ in range(STEPS):
        shares = _shares(x @ beta)
        weight = np.maximum(shares * (1 - shares), LEAST)
        slope = x.T @ (outcomes - shares) - penalty @ beta
        step = np.linalg.solve(x.T @ (x * weight[:, None]) + penalty, slope)
        beta = np.clip(beta + step, -FURTHEST, FURTHEST)
        if np.abs(step).max() < CLOSE:
            break
    return Fit(float(beta[0]), beta[1:], means, spreads)


def _shares(log_odds: Array) -> Array:
    import numpy as np

    shares: Array = 1 / (1 + np.exp(-np.clip(log_odds, -FURTHEST, FURTHEST)))
    return shares
