"""The command line as a process: readers that leave, signals, standard input, devices."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "boundcalc"]
ROW = b"Let $x > 0$.\n\\[ x + 1 > x \\]\n"


def run(*arguments: str, said: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*COMMAND, *arguments], input=said, capture_output=True, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [["list"], ["symbols"], ["list", "--json"]])
def test_a_reader_that_leaves_is_no_error(arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [*COMMAND, *arguments], stdout=writer, stderr=subprocess.PIPE, check=False
    )
    os.close(writer)

    assert done.stderr == b""
    assert done.returncode == 0


@pytest.mark.slow
def test_a_command_ends_without_looking_for_garbage() -> None:
    at_exit = "atexit.register(lambda: print(gc.get_freeze_count() > 10_000))"
    script = f"import atexit, gc; {at_exit}; from boundcalc.cli import main; main(['-V'])"

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)

    assert done.stdout.splitlines()[-1] == b"True"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("arguments", [["--help"], ["-V"]])
def test_a_full_disk_is_an_error_of_one_line(arguments: list[str]) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        found = subprocess.run(
            [sys.executable, "-m", "boundcalc", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )

    assert found.returncode == 2
    assert found.stderr == "boundcalc: the answer cannot be written: No space left on device\n"


def test_a_document_may_come_from_standard_input() -> None:
    done = run("check", "-", "--no-cache", said=ROW)

    assert done.returncode == 0
    assert b"1 PROVED" in done.stdout


@pytest.mark.slow
def test_standard_input_that_is_no_text_is_refused() -> None:
    done = run("check", "-", said=b"\xff\xfe\n")

    assert done.returncode == 2
    assert b"is not text in UTF-8" in done.stderr


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no such device")
def test_a_device_without_an_end_is_no_certificate() -> None:
    done = run("recheck", "/dev/zero")

    assert done.returncode == 2
    assert b"has more than 64 MiB" in done.stderr


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_an_ended_command_leaves_no_children(number: signal.Signals) -> None:
    """A signal between the start of a child and what ends it had left the child behind."""
    code = (
        "import sys, time\n"
        "from boundcalc import cli, limits\n"
        "cli._end_children_when_terminated()\n"
        "def call():\n"
        "    sys.stdout.write(f'{limits.os.getpid()}\\n')\n"
        "    sys.stdout.flush()\n"
        "    time.sleep(3600)\n"
        "limits.call_within(None, call)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        assert int(parent.stdout.readline()) != parent.pid
        parent.send_signal(number)
        ended = 128 + number if number is signal.SIGTERM else -number
        assert parent.wait() == ended
        assert parent.stdout.read() == b""  # closed by the child, too, which has ended
