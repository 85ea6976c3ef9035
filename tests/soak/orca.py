"""``python -m tests.soak.orca`` wins whole games of five kinds with a screen reader.

Orca runs beside Chromium on a virtual display. The steps are those of games that were won by ear; here every
key goes through the window system and the screen reader. A player who hears only Orca must know where every
card lies, to the last move. The transcripts are in ``fixtures/by-ear``.

It needs ``apt-get install at-spi2-core chromium dbus libglib2.0-bin openbox orca xdotool xvfb``.
"""

import argparse
import os
import re
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from service.app import create_app
from tests.browser.test_by_ear import TRANSCRIPTS
from tests.by_ear import answers, events, follow
from tests.sites import on_a_port
from tests.soak.by_ear import GAMES

DISPLAY = ":86"
SECONDS = 60
"""How long a sentence is waited for."""

CUSTOMIZATIONS = """
import os
import orca.speech

spoken = open(os.environ["SPOKEN"], "w", buffering=1)
orca.speech.init = lambda: None
orca.speech.speakKeyEvent = lambda *_: None
orca.speech._speak = lambda text, *_: print(" ".join(text.split()), file=spoken)
"""
"""Has Orca write what it speaks to a file, a line each. A synthesizer would need sound."""

SESSION = r"""
/usr/libexec/at-spi-bus-launcher --launch-immediately &
set_status() {
    gdbus call --session --dest org.a11y.Bus --object-path /org/a11y/bus \
        --method org.freedesktop.DBus.Properties.Set org.a11y.Status "$1" "<true>"
}
until set_status IsEnabled && set_status ScreenReaderEnabled; do sleep 0.2; done
openbox &
sleep 1
orca --disable=braille &
until grep -q "Screen reader on" "$SPOKEN"; do sleep 0.2; done
chromium --no-sandbox --no-first-run --force-renderer-accessibility --lang=en-GB --window-size=1280,880 \
    --user-data-dir="$HOME/chromium" --app="$PAGE" &
wait
"""
"""What runs on the display until it is ended."""

_CONTROL = re.compile(r"(push button|combo box|page tab|clickable)\.$|^leaving |, deal \d+\.$|^\S*$")
"""How Orca names a control, what the focus left, the deal, and what is in the field."""


class Reader:
    """A screen reader that takes keys, and what it has spoken."""

    def __init__(self, spoken: Path) -> None:
        self._spoken = spoken
        self._heard = 0

    def press(self, *keys: str) -> None:
        """Press keys one after another."""
        subprocess.run(["xdotool", "key", "--delay", "60", *keys], check=True, env=_display())

    def pass_keys_on(self) -> None:
        """Have it pass letters on to the page. Presses that a busy machine keeps apart are two commands."""
        for _ in range(10):
            self.press("Insert+a", "Insert+a")
            if self.hears(lambda text: "sticky" in text, seconds=SECONDS / 10):
                return
        raise AssertionError("Orca does not pass keys on to the page.")

    def write(self, text: str) -> None:
        """Type a text."""
        subprocess.run(["xdotool", "type", "--delay", "20", text], check=True, env=_display())

    def hears(self, fits: Callable[[str], object], seconds: float = SECONDS) -> str | None:
        """Wait until something that fits is spoken, and return it; None if it is not."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for line in self._new():
                self._heard += 1
                if fits(line):
                    return line
            time.sleep(0.05)
        return None

    def _new(self) -> list[str]:
        """Return what was spoken since, whole lines."""
        text = self._spoken.read_text("utf-8")
        return text[: text.rfind("\n") + 1].splitlines()[self._heard :]

    def sentence(self, step: str, part: str = "") -> str:
        """Return the next sentence that answers a step and has `part`.

        A late verdict may come before it, and what is typed is echoed, by and by, without a full stop.
        """
        heard = self.hears(lambda text: text.endswith((".", "!")) and part in text and answers(step, text))
        assert heard, f"Nothing was spoken after: {step}"
        return heard

    def forget(self) -> None:
        """Leave out what was spoken so far."""
        self._heard += len(self._new())


def _display() -> dict[str, str]:
    return {**os.environ, "DISPLAY": DISPLAY}


@contextmanager
def orca(page: str) -> Iterator[Reader]:
    """Open a page in Chromium with Orca beside it."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        own = Path(home, ".local", "share", "orca")
        own.mkdir(parents=True)
        (own / "orca-customizations.py").write_text(CUSTOMIZATIONS, "utf-8")
        runtime, spoken = Path(home, "run"), Path(home, "spoken")
        runtime.mkdir(mode=0o700)
        spoken.touch()
        setting = {
            **_display(), "HOME": home, "XDG_RUNTIME_DIR": str(runtime), "SPOKEN": str(spoken), "PAGE": page,
            "LANG": "C.UTF-8", "ACCESSIBILITY_ENABLED": "1", "GNOME_ACCESSIBILITY": "1",
        }  # fmt: skip
        with subprocess.Popen(
            ["Xvfb", DISPLAY, "-screen", "0", "1280x900x24"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as screen:
            time.sleep(1)
            session = ["dbus-run-session", "--", "bash", "-c", SESSION]
            running = subprocess.Popen(
                session,
                env=setting,
                start_new_session=True,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            try:
                yield Reader(spoken)
            finally:
                os.killpg(running.pid, signal.SIGKILL)
                running.wait()
                screen.terminate()


def play(reader: Reader, steps: list[tuple[str, list[str]]]) -> list[tuple[str, list[str]]]:
    """Do the steps, and return what was spoken after each."""
    assert reader.hears(re.compile(r", deal \d+\.$").search), "The page was not spoken."
    reader.press("Tab")
    # Else letters would be commands of the screen reader.
    reader.pass_keys_on()
    done, typing = [], False
    for place, (step, _) in enumerate(steps, 1):
        reader.forget()
        what, _, value = step.partition(" ")
        if what == "type":
            if not typing:
                reader.press("slash")
                assert reader.hears(lambda text: "Type a move" in text), "The field was not spoken."
                reader.forget()
            typing = True
            reader.write(value)
            reader.press("Return")
            # The card of the win is spoken before the move that won.
            done.append((step, [reader.sentence(step, "You won in" if place == len(steps) else "")]))
        elif value.isdigit():
            reader.press(value)
            assert reader.hears(_CONTROL.search), f"The pile was not spoken after: {step}"
            done.append((step, []))
        else:
            reader.press({"PageUp": "Prior"}.get(value, value))
            done.append((step, [reader.sentence(step)]))
    return done


def win(game: str) -> None:
    """Win a game, and write what was spoken."""
    transcript = (TRANSCRIPTS / f"{game}.txt").read_text("utf-8")
    deal = transcript.splitlines()[0].removeprefix("# ")
    with on_a_port(create_app({"log_level": "error"})) as address, orca(f"{address}/#v=1&{deal}") as reader:
        steps = play(reader, events(transcript))
    lines = [line for step, heard in steps for line in (f"> {step}", *(f"< {one}" for one in heard))]
    assert not follow(steps).on_columns, "A player who hears only Orca believes that cards are left."
    assert "You won in" in steps[-1][1][-1], steps[-1]
    (TRANSCRIPTS / f"{game}-orca.txt").write_text("\n".join([f"# {deal}", *lines, ""]), "utf-8")
    moves = sum(step.startswith("type") for step, _ in steps)
    print(f"{game}: won with Orca, {moves} moves", flush=True)  # noqa: T201


def main() -> None:
    """Win every game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="which games that were won by ear; all without any")
    for game in parser.parse_args().games or GAMES:
        win(game)


if __name__ == "__main__":
    main()
