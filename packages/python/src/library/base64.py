_letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


class _Error(ValueError):
    pass


_Error.__name__ = _Error.__qualname__ = "Error"
_Error.__module__ = "binascii"


def _bytes_of(s):
    if isinstance(s, str):
        try:
            return s.encode("ascii")
        except UnicodeEncodeError:
            raise ValueError("string argument should contain only ASCII characters") from None
    if isinstance(s, (bytes, bytearray)):
        return bytes(s)
    raise TypeError(f"argument should be a bytes-like object or ASCII string, not {type(s).__name__!r}")


def b64encode(s, altchars=None):
    if not isinstance(s, (bytes, bytearray)):
        raise TypeError(f"a bytes-like object is required, not {type(s).__name__!r}")
    letters = _letters if altchars is None else _letters[:62] + altchars
    out = []
    for at in range(0, len(s), 3):
        part = bytes(s[at:at + 3])
        bits = int.from_bytes(part + bytes(3 - len(part)), "big")
        text = [letters[bits >> shift & 63] for shift in (18, 12, 6, 0)]
        out += text[:len(part) + 1] + [61] * (3 - len(part))
    return bytes(out)


def b64decode(s, altchars=None, validate=False):
    s = _bytes_of(s)
    if altchars is not None:
        first, second = _bytes_of(altchars)
        s = bytes({first: 43, second: 47}.get(c, c) for c in s)
    places = {c: i for i, c in enumerate(_letters)}
    if validate and any(c not in places and c != 61 for c in s):
        raise _Error("Only base64 data is allowed")
    out, bits, count, pads = [], 0, 0, 0
    for c in s:
        if c == 61:
            pads += 1
            if count >= 2 and count + pads >= 4:
                break
            continue
        if c not in places:
            continue
        pads = 0
        bits, count = bits << 6 | places[c], count + 1
        if count == 4:
            out += bits.to_bytes(3, "big")
            bits = count = 0
    if count == 1:
        n = len(out) // 3 * 4 + 1
        raise _Error(f"Invalid base64-encoded string: number of data characters ({n}) cannot be 1 more than a multiple of 4")
    if count and count + pads < 4:
        raise _Error("Incorrect padding")
    if count:
        out += (bits << 6 * (4 - count)).to_bytes(3, "big")[:count - 1]
    return bytes(out)


def standard_b64encode(s):
    return b64encode(s)


def standard_b64decode(s):
    return b64decode(s)


def urlsafe_b64encode(s):
    return b64encode(s, b"-_")


def urlsafe_b64decode(s):
    return b64decode(s, b"-_")


def b16encode(s):
    return bytes(s).hex().upper().encode()


def b16decode(s, casefold=False):
    s = _bytes_of(s)
    if any(c not in (b"0123456789ABCDEFabcdef" if casefold else b"0123456789ABCDEF") for c in s):
        raise _Error("Non-base16 digit found")
    if len(s) % 2:
        raise _Error("Odd-length string")
    return bytes.fromhex(s.decode())
