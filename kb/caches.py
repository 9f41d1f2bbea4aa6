"""The folder of cache files: texts under names, written whole or not at all.

A cache that cannot be written or read is only slower.
"""

from __future__ import annotations

import glob
import os
import sys
import zlib


def cache_folder() -> str | None:
    """Where caches are kept: `RULEKEEP_CACHE`, else the user's cache folder; `None` if switched off."""
    chosen = os.environ.get("RULEKEEP_CACHE")
    if chosen is not None:
        return chosen or None
    if sys.platform.startswith("linux"):  # what platformdirs would say, without importing it
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
        return os.path.join(base, "rulekeep")
    import platformdirs

    return platformdirs.user_cache_dir("rulekeep")


def checksum(text: str) -> str:
    """A short name for a text; who reads a cache by it compares the text itself as well."""
    data = text.encode("utf-8", "surrogatepass")
    return f"{zlib.crc32(data):08x}{zlib.adler32(data):08x}{len(data):x}"


def read_cache(name: str) -> str | None:
    """The text of a cache file, or `None`."""
    folder = cache_folder()
    if folder is None:
        return None
    try:
        with open(os.path.join(folder, name), encoding="utf-8") as stream:
            return stream.read()
    except (OSError, UnicodeDecodeError, ValueError):
        return None


def write_cache(name: str, text: str) -> None:
    """Writes a cache file whole or not at all; failure is silent (the cache is only for speed)."""
    folder = cache_folder()
    if folder is None:
        return
    target = os.path.join(folder, name)
    part = f"{target}.{os.getpid()}.part"
    try:
        os.makedirs(folder, exist_ok=True)
        with open(part, "w", encoding="utf-8") as stream:
            stream.write(text)
        os.replace(part, target)
    except (OSError, UnicodeEncodeError, ValueError):
        if os.path.exists(part):
            os.unlink(part)


def prune(prefix: str, keep: str) -> None:
    """Removes caches that a change of the files has outdated."""
    folder = cache_folder()
    if folder is None:
        return
    end = os.path.splitext(keep)[1]
    for path in glob.glob(os.path.join(glob.escape(folder), f"{prefix}-*{end}")):
        name = os.path.basename(path)
        if name != keep and name.rpartition("-")[0] == prefix:  # not that of a game `prefix-…`
            try:
                os.unlink(path)
            except OSError:
                continue


def thin(prefix: str, most: int) -> None:
    """Removes the older half of the caches of a kind if there are more than so many."""
    folder = cache_folder()
    if folder is None:
        return
    try:
        with os.scandir(folder) as entries:
            found = [e for e in entries if e.name.startswith(f"{prefix}-")]
            if len(found) <= most:
                return
            found.sort(key=lambda e: e.stat().st_mtime)
        for entry in found[: len(found) // 2]:
            os.unlink(entry.path)
    except OSError:
        return
