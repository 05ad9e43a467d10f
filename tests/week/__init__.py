"""A week of use, replayed: lives written as data, lived through the program as it is.

``python -m tests.week en`` (``es``, ``trader-en``, ``trader-es``) lives one; ``script.py`` says how a day is written.
"""
