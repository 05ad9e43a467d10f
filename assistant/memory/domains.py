"""Domains of facts beside the core's five, known by their words (F1, F2, K1). Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from assistant.memory.base import Finding, Reading
from assistant.records import Domain, FactKind
from assistant.text.folding import fold
from assistant.text.phrases import any_of

_DOMAINS_OF_THEIR_OWN: frozenset[FactKind] = frozenset({"decision", "preference"})
"""Facts of these kinds make up a domain of the core's, whatever they are about."""


class Recogniser:
    """Which domains a text is of, by the words and phrases of each in any language.

    One that ends in ``*`` stands for every word that begins so; case and accents make no
    difference.
    """

    def __init__(self, words: Mapping[Domain, Iterable[str]]) -> None:
        self._patterns = {domain: any_of(listed) for domain, listed in words.items()}

    def domains(self, text: str) -> tuple[Domain, ...]:
        """Those that the text speaks of, the one it has most words of first."""
        folded = fold(text)
        counted = {d: len(pattern.findall(folded)) for d, pattern in self._patterns.items()}
        return tuple(sorted((d for d in counted if counted[d]), key=lambda d: -counted[d]))

    def domain_of(self, text: str, kind: FactKind) -> Domain | None:
        """The domain of a fact of that kind; None where the core's word stands."""
        if not self._patterns or kind in _DOMAINS_OF_THEIR_OWN:
            return None
        return next(iter(self.domains(text)), None)

    def placed(self, reading: Reading) -> Reading:
        """What was read, each finding in the domain whose words it has."""
        if not self._patterns or not reading.findings:
            return reading
        return reading._replace(findings=tuple(map(self._placed, reading.findings)))

    def _placed(self, finding: Finding) -> Finding:
        domain = self.domain_of(finding.text, finding.kind)
        return finding._replace(domain=domain) if domain else finding


NO_DOMAINS = Recogniser({})
