"""Makes the README's picture of a report with headless Chromium.

Smallest run: `python docs/make_screenshot.py REPORT.html` writes docs/report.png.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)


def take_screenshot(page: Path, picture: Path, size: tuple[int, int]) -> None:
    """Write a PNG of `page` as a window of `size` (width, height in CSS pixels) shows it.

    Raises `SystemExit` where no Chromium is installed, `subprocess.CalledProcessError` where it fails.
    """
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        sys.exit("No Chromium was found; install the package chromium.")
    with tempfile.TemporaryDirectory() as profile:
        command = [
            browser,
            *FLAGS,
            f"--user-data-dir={profile}",
            f"--window-size={size[0]},{size[1]}",
            f"--screenshot={picture.resolve()}",
            page.resolve().as_uri(),
        ]
        subprocess.run(command, check=True, capture_output=True, timeout=120)


def main() -> None:
    """Read the command line and take the picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("report", type=Path, help="the report's HTML file")
    parser.add_argument("--output", type=Path, default=Path(__file__).with_name("report.png"))
    parser.add_argument("--width", type=int, default=1440)
    parser.add_argument("--height", type=int, default=1700)
    options = parser.parse_args()
    take_screenshot(options.report, options.output, (options.width, options.height))


if __name__ == "__main__":
    main()
