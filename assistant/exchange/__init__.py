"""A home's memory as tables for other programs, and back: ``export`` and ``import``.

``tables`` turns records into rows and back, ``text`` and ``sqlite_file`` rows into files and back,
``home`` takes them from a home and into one.
"""
