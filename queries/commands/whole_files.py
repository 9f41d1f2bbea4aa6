"""Files that are written whole or not at all: beside their place first, then put there."""

from __future__ import annotations

import os
import shutil


def write_whole(path: str, data: bytes) -> None:
    """Writes a file; if that fails or is stopped, what was there before stays.

    What is no regular file (a pipe, a device) is written to as it is.

    Raises:
        OSError: It cannot be written.
    """
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, "wb") as stream:
            stream.write(data)
        return
    target = os.path.realpath(path)
    part = f"{target}.{os.getpid()}.part"
    try:
        with open(part, "xb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if os.path.exists(target):
            shutil.copymode(target, part)
        os.replace(part, target)
    except BaseException:
        if os.path.exists(part):
            os.unlink(part)
        raise
