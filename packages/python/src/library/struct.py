import numpy as np


class error(Exception):
    pass


_SIZES = {"x": 1, "c": 1, "b": 1, "B": 1, "?": 1, "h": 2, "H": 2, "i": 4, "I": 4, "l": 4, "L": 4, "q": 8, "Q": 8, "e": 2, "f": 4, "d": 8, "s": 1}
_FLOATS = {"e": np.float16, "f": np.float32, "d": np.float64}


def _parsed(text):
    """The order of bytes, the codes with their counts and sizes, and whether they are aligned."""
    if isinstance(text, bytes):
        text = text.decode()
    own = text[:1] if text[:1] in tuple("@=<>!") else "@"
    order = "big" if own in ">!" else "little"
    parts, count = [], ""
    for code in text.lstrip("@=<>!") if text[:1] == own else text:
        if code.isdigit():
            count += code
        elif not code.isspace():
            size = 8 if own == "@" and code in "lL" or own == "@" and code in "nN" else _SIZES.get(code)
            if size is None:
                raise error("bad char in struct format")
            parts.append((code, int(count or 1), size))
            count = ""
    if count:
        raise error("repeat count given without format specifier")
    return order, parts, own == "@"


def _places(text):
    """Each value's code, place and size; the order of bytes; the whole size."""
    order, parts, aligned = _parsed(text)
    at, places = 0, []
    for code, count, size in parts:
        if aligned:
            at += -at % size
        if code == "s":
            places.append((code, at, count))
            at += count
            continue
        for _ in range(count):
            if code != "x":
                places.append((code, at, size))
            at += size
    return places, order, at


def calcsize(format, /):
    return _places(format)[2]


def _packed(code, size, value, order):
    if code in ("s", "c"):
        if not isinstance(value, bytes):
            raise error("argument for 's' must be a bytes object" if code == "s" else "char format requires a bytes object of length 1")
        return value[:size].ljust(size, b"\0")
    if code == "?":
        return bytes([bool(value)])
    if code in _FLOATS:
        if not isinstance(value, (int, float)) and not hasattr(value, "__float__"):
            raise error("required argument is not a float")
        made = _FLOATS[code](float(value))
        if np.isinf(made) and not np.isinf(float(value)):
            raise OverflowError("float too large to pack with %s format" % code)
        data = made.tobytes()
        return data if order == "little" else data[::-1]
    if not isinstance(value, int) and not hasattr(value, "__index__"):
        raise error("required argument is not an integer")
    value, signed = value.__index__(), code.islower()
    low, high = (-(1 << 8 * size - 1), (1 << 8 * size - 1) - 1) if signed else (0, (1 << 8 * size) - 1)
    if low <= value <= high:
        return value.to_bytes(size, order, signed=signed)
    name = {"b": "byte", "B": "ubyte", "h": "short", "H": "ushort"}.get(code)
    if code in "iIlL" and (signed or value >= 0) and abs(value) < 1 << 63:
        name = f"'{code}'"
    raise error(f"{name} format requires {low} <= number <= {high}" if name else "argument out of range")


def pack(format, /, *values):
    places, order, whole = _places(format)
    if len(places) != len(values):
        raise error(f"pack expected {len(places)} items for packing (got {len(values)})")
    made = []
    at = 0
    for (code, place, size), value in zip(places, values):
        made.append(bytes(place - at) + _packed(code, size, value, order))
        at = place + size
    return b"".join(made) + bytes(whole - at)


def unpack(format, buffer, /):
    whole = calcsize(format)
    if len(buffer) != whole:
        raise error(f"unpack requires a buffer of {whole} bytes")
    return unpack_from(format, buffer)


def unpack_from(format, /, buffer, offset=0):
    places, order, whole = _places(format)
    if len(buffer) - offset < whole:
        raise error(
            f"unpack_from requires a buffer of at least {whole + offset} bytes for unpacking {whole} bytes at offset {offset}"
            f" (actual buffer size is {len(buffer)})"
        )
    made = []
    for code, place, size in places:
        data = bytes(buffer[offset + place : offset + place + size])
        if code in _FLOATS:
            made.append(float(np.frombuffer(data if order == "little" else data[::-1], _FLOATS[code])[0]))
        elif code in ("s", "c"):
            made.append(data)
        elif code == "?":
            made.append(data != b"\0")
        else:
            made.append(int.from_bytes(data, order, signed=code.islower()))
    return tuple(made)


def iter_unpack(format, buffer, /):
    size = calcsize(format)
    if size == 0 or len(buffer) % size:
        raise error(f"iterative unpacking requires a buffer of a multiple of {size} bytes")
    return (unpack_from(format, buffer, at) for at in range(0, len(buffer), size))


class Struct:
    def __init__(self, format):
        self.format, self.size = format, calcsize(format)

    def pack(self, *values):
        return pack(self.format, *values)

    def unpack(self, buffer):
        return unpack(self.format, buffer)

    def unpack_from(self, buffer, offset=0):
        return unpack_from(self.format, buffer, offset)
