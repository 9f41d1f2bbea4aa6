"""The console script: loads the command line, which takes a while, such that Ctrl-C may end it."""

from __future__ import annotations

import os
import sys


def run() -> None:
    """Runs the command that was called; Ctrl-C before that ends with a line, as it does later."""
    try:
        from .cli import run as run_command

        run_command()
    except (KeyboardInterrupt, RuntimeError) as error:
        from .chosen_language import chosen_language
        from .exit_codes import STOPPED, is_stop

        if not is_stop(error):
            raise
        from .stopping import unchanged_line

        print(unchanged_line(chosen_language(sys.argv)), file=sys.stderr, flush=True)
        os._exit(STOPPED)


if __name__ == "__main__":
    run()
