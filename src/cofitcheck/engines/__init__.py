"""Many documents at once: which files to check, and the processes that check them.

Imports nothing by itself: a command starts its workers (`early`) before it imports what is heavy.
"""
