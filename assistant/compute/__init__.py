"""What is worked out and not asked of a model: sums, units, calendar, time zones. Pure.

The answers read a person's question and compute with it; the tools compute what a model asks for.
"""
