"""The command `cofitcheck`, and `python -m cofitcheck`."""

import os
import signal


def main() -> None:
    """Run the command line.

    What the command line is made of takes a moment to import. An interrupt in that moment ends the process at
    once, without a trace and with the status of any other interrupt: there is nothing yet to tidy up.
    """
    signal.signal(signal.SIGINT, lambda *_: os._exit(128 + signal.SIGINT))
    from cofitcheck.cli import main as command

    try:
        command(prog_name="cofitcheck")
    except SystemExit as end:
        from cofitcheck.engines.calling import end_at_once

        end_at_once(end.code)
        raise


if __name__ == "__main__":
    main()
