"""A week of use, replayed: two lives written as data, lived through the program as it is.

``python -m tests.week en`` (or ``es``) lives one; ``script.py`` says how a day is written.
"""
