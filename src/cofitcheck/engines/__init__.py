"""Many documents at once: which files to check, and the processes that check them.

This module imports nothing: a command starts its workers (`preloading`) before it imports what is heavy.
"""
