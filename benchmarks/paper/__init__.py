"""The paper's tables and figures, one script each; every one can be stopped and goes on where it was."""
