"""Stores that live and die with the process: for ``--incognito`` and for tests.

They behave as all others do; ``tests/contract/`` holds them to it. A transaction keeps a copy
of the tables to return to, so they suit what one sitting produces, not a hundred thousand facts.
"""
