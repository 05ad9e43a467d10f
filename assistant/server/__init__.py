"""The memory behind an endpoint that speaks chat completions (X1): ``assistant serve``.

Needs the extra ``server``; nothing of it is imported by anything else of the program.
"""
