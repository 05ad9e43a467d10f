"""The pictures of the documentation, made by programs: ``python -m tests.pictures``.

Nothing in them is drawn by hand: figures come from a real conversation with a scripted model, ages
from the program's own rule of decay, the terminal from a real run of the program.
"""
