"""What is claimed of the program, measured."""

from assistant.start import one_thread_for_products

one_thread_for_products()  # as the program itself begins
