"""What a command of the model may touch: the system read-only, the person's folders, nothing else.

``rules`` says what is allowed, ``choice`` what this machine can enforce it with, ``bubblewrap`` and
``landlock`` how; ``launcher`` is the small process that applies it and outlives the command, so
that what the command started ends with it.
"""
