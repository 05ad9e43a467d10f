"""All that is promised of trust, attacked: ``python -m tests.hostile`` (``make hostile``)."""
