# Versions of numbers and dots, with what marks one that comes before or after a release.
import functools
import re


class InvalidVersion(ValueError):
    pass


@functools.total_ordering
class Version:
    def __init__(self, version):
        found = re.fullmatch(r"v?(\d+(?:\.\d+)*)(?:[-_.]?(a|b|rc|dev|post)[-_.]?(\d*))?(?:\+([a-z0-9.]+))?", version.strip().lower())
        if not found:
            raise InvalidVersion(f"Invalid version: '{version}'")
        self.release = tuple(map(int, found[1].split(".")))
        self.major, self.minor, self.micro = (self.release + (0, 0))[:3]
        self.base_version, self.local = ".".join(map(str, self.release)), found[4]
        mark, number = found[2], int(found[3] or 0)
        self.is_devrelease = mark == "dev"
        self.is_prerelease = mark in ("a", "b", "rc", "dev")
        self.is_postrelease = mark == "post"
        shown = f".{mark}{number}" if mark in ("dev", "post") else f"{mark}{number}" if mark else ""
        self.public = self.base_version + shown
        kept = self.release
        while kept and kept[-1] == 0:
            kept = kept[:-1]
        local = () if self.local is None else tuple((0, part, 0) if not part.isdigit() else (1, "", int(part)) for part in self.local.split("."))
        self._key = kept, ["dev", "a", "b", "rc", None, "post"].index(mark), number, local

    def __eq__(self, other):
        return self._key == other._key if isinstance(other, Version) else NotImplemented

    def __lt__(self, other):
        return self._key < other._key if isinstance(other, Version) else NotImplemented

    def __hash__(self):
        return hash(self._key)

    def __str__(self):
        return self.public + (f"+{self.local}" if self.local else "")

    def __repr__(self):
        return f"<Version('{self}')>"


parse = Version
