# Days, durations and times, without a zone or in UTC. The clock does not move, as in `time`.
MINYEAR, MAXYEAR = 1, 9999

_MONTHS = "January February March April May June July August September October November December".split()
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_BEFORE = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)


def _is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _days_in(year, month):
    return 29 if month == 2 and _is_leap(year) else (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1]


def _before_year(year):
    last = year - 1
    return last * 365 + last // 4 - last // 100 + last // 400


def _ordinal(year, month, day):
    return _before_year(year) + _BEFORE[month - 1] + (month > 2 and _is_leap(year)) + day


def _from_ordinal(n):
    year = max(1, n // 366)
    while _before_year(year + 1) < n:
        year += 1
    rest, month = n - _before_year(year), 1
    while rest > _days_in(year, month):
        rest -= _days_in(year, month)
        month += 1
    return year, month, rest


class timedelta:
    def __init__(self, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
        whole = (days + weeks * 7) * 86400 + seconds + minutes * 60 + hours * 3600
        self._total = round(whole * 1000000 + microseconds + milliseconds * 1000)

    @property
    def days(self):
        return self._total // 86400000000

    @property
    def seconds(self):
        return self._total // 1000000 % 86400

    @property
    def microseconds(self):
        return self._total % 1000000

    def total_seconds(self):
        return self._total / 1000000

    def __add__(self, other):
        return timedelta(microseconds=self._total + other._total) if isinstance(other, timedelta) else NotImplemented

    def __sub__(self, other):
        return timedelta(microseconds=self._total - other._total) if isinstance(other, timedelta) else NotImplemented

    def __mul__(self, other):
        return timedelta(microseconds=self._total * other) if isinstance(other, (int, float)) else NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, other):
        return self._total / other._total if isinstance(other, timedelta) else timedelta(microseconds=self._total / other)

    def __floordiv__(self, other):
        return self._total // other._total if isinstance(other, timedelta) else timedelta(microseconds=self._total // other)

    def __neg__(self):
        return timedelta(microseconds=-self._total)

    def __abs__(self):
        return timedelta(microseconds=abs(self._total))

    def __bool__(self):
        return self._total != 0

    def __eq__(self, other):
        return self._total == other._total if isinstance(other, timedelta) else NotImplemented

    def __lt__(self, other):
        return self._total < other._total if isinstance(other, timedelta) else NotImplemented

    def __le__(self, other):
        return self._total <= other._total if isinstance(other, timedelta) else NotImplemented

    def __hash__(self):
        return hash(self._total)

    def __repr__(self):
        parts = [f"{name}={value}" for name in ("days", "seconds", "microseconds") if (value := getattr(self, name))]
        return f"datetime.timedelta({', '.join(parts) or '0'})"

    def __str__(self):
        minutes, seconds = divmod(self.seconds, 60)
        hours, minutes = divmod(minutes, 60)
        days = f"{self.days} day{'' if abs(self.days) == 1 else 's'}, " if self.days else ""
        return f"{days}{hours}:{minutes:02d}:{seconds:02d}" + (f".{self.microseconds:06d}" if self.microseconds else "")


class timezone:
    def __init__(self, offset, name=None):
        self._offset, self._name = offset, name

    def utcoffset(self, dt):
        return self._offset

    def tzname(self, dt):
        return self._name or "UTC"

    def __str__(self):
        return self.tzname(None)

    def __repr__(self):
        return "datetime.timezone.utc"


timezone.utc = UTC = timezone(timedelta(0))


class date:
    def __init__(self, year, month, day):
        if not MINYEAR <= year <= MAXYEAR:
            raise ValueError(f"year {year} is out of range")
        if not 1 <= month <= 12:
            raise ValueError("month must be in 1..12")
        if not 1 <= day <= _days_in(year, month):
            raise ValueError("day is out of range for month")
        self.year, self.month, self.day = year, month, day

    @classmethod
    def today(cls):
        return cls.fromtimestamp(0)

    @classmethod
    def fromtimestamp(cls, stamp, tz=None):
        return cls.fromordinal(719163 + int(stamp // 86400))

    @classmethod
    def fromordinal(cls, n):
        return cls(*_from_ordinal(n))

    @classmethod
    def fromisoformat(cls, text):
        parts = text.split("-")
        if [len(part) for part in parts] != [4, 2, 2] or not all(part.isdigit() for part in parts):
            raise ValueError(f"Invalid isoformat string: {text!r}")
        return cls(*map(int, parts))

    def toordinal(self):
        return _ordinal(self.year, self.month, self.day)

    def weekday(self):
        return (self.toordinal() + 6) % 7

    def isoweekday(self):
        return self.weekday() + 1

    def replace(self, **changes):
        names = ("year", "month", "day")
        return type(self)(**{name: changes.get(name, getattr(self, name)) for name in names})

    def isoformat(self):
        return f"{self.year:04d}-{self.month:02d}-{self.day:02d}"

    __str__ = isoformat

    def __repr__(self):
        return f"datetime.date({self.year}, {self.month}, {self.day})"

    def _clock(self):
        return 0, 0, 0, 0

    def strftime(self, form):
        hour, minute, second, micro = self._clock()
        day = self.weekday()
        known = {
            "Y": f"{self.year:04d}", "m": f"{self.month:02d}", "d": f"{self.day:02d}", "y": f"{self.year % 100:02d}",
            "H": f"{hour:02d}", "M": f"{minute:02d}", "S": f"{second:02d}", "f": f"{micro:06d}", "I": f"{(hour + 11) % 12 + 1:02d}",
            "p": "PM" if hour > 11 else "AM", "B": _MONTHS[self.month - 1], "b": _MONTHS[self.month - 1][:3], "A": _DAYS[day],
            "a": _DAYS[day][:3], "j": f"{self.toordinal() - _before_year(self.year):03d}", "w": str((day + 1) % 7), "%": "%",
            "F": date.isoformat(self), "T": f"{hour:02d}:{minute:02d}:{second:02d}", "z": "", "Z": "",
        }
        made, at = [], 0
        while at < len(form):
            if form[at] == "%" and form[at + 1 : at + 2] in known:
                made.append(known[form[at + 1]])
                at += 2
            else:
                made.append(form[at])
                at += 1
        return "".join(made)

    def __format__(self, form):
        return self.strftime(form) if form else str(self)

    def _key(self):
        return self.toordinal()

    def __eq__(self, other):
        return type(other) is type(self) and self._key() == other._key()

    def __lt__(self, other):
        return self._key() < other._key() if type(other) is type(self) else NotImplemented

    def __le__(self, other):
        return self._key() <= other._key() if type(other) is type(self) else NotImplemented

    def __hash__(self):
        return hash(self._key())

    def __add__(self, other):
        return self.fromordinal(self.toordinal() + other.days) if isinstance(other, timedelta) else NotImplemented

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + -other
        return timedelta(self.toordinal() - other.toordinal()) if type(other) is type(self) else NotImplemented


class datetime(date):
    def __init__(self, year, month, day, hour=0, minute=0, second=0, microsecond=0, tzinfo=None):
        super().__init__(year, month, day)
        for name, value, limit in (("hour", hour, 24), ("minute", minute, 60), ("second", second, 60)):
            if not 0 <= value < limit:
                raise ValueError(f"{name} must be in 0..{limit - 1}")
        self.hour, self.minute, self.second, self.microsecond, self.tzinfo = hour, minute, second, microsecond, tzinfo

    @classmethod
    def _at(cls, micros, tz=None):
        days, rest = divmod(micros, 86400000000)
        seconds, micro = divmod(rest, 1000000)
        return cls(*_from_ordinal(719163 + days), seconds // 3600, seconds // 60 % 60, seconds % 60, micro, tz)

    @classmethod
    def now(cls, tz=None):
        return cls._at(0, tz)

    @classmethod
    def utcnow(cls):
        return cls._at(0)

    today = utcnow

    @classmethod
    def fromtimestamp(cls, stamp, tz=None):
        return cls._at(round(stamp * 1000000), tz)

    utcfromtimestamp = fromtimestamp

    @classmethod
    def fromisoformat(cls, text):
        day, clock = text[:10], text[11:]
        first = date.fromisoformat(day)
        whole, _, micro = clock.partition(".")
        parts = [int(part) for part in whole.split(":")] if whole else []
        return cls(first.year, first.month, first.day, *parts, *([0] * (3 - len(parts))), int(micro.ljust(6, "0")) if micro else 0)

    def _clock(self):
        return self.hour, self.minute, self.second, self.microsecond

    def _key(self):
        return ((self.toordinal() * 86400 + self.hour * 3600 + self.minute * 60 + self.second) * 1000000) + self.microsecond

    def timestamp(self):
        return (self._key() - 719163 * 86400000000) / 1000000

    def date(self):
        return date(self.year, self.month, self.day)

    def replace(self, **changes):
        names = ("year", "month", "day", "hour", "minute", "second", "microsecond", "tzinfo")
        return type(self)(**{name: changes.get(name, getattr(self, name)) for name in names})

    def isoformat(self, sep="T", timespec="auto"):
        clock = f"{self.hour:02d}:{self.minute:02d}:{self.second:02d}"
        micro = f".{self.microsecond:06d}" if self.microsecond else ""
        return f"{date.isoformat(self)}{sep}{clock}{micro}{'+00:00' if self.tzinfo else ''}"

    def __str__(self):
        return self.isoformat(" ")

    def __repr__(self):
        clock = [self.hour, self.minute, *([self.second] if self.second or self.microsecond else []), *([self.microsecond] if self.microsecond else [])]
        zone = f", tzinfo={self.tzinfo!r}" if self.tzinfo else ""
        return f"datetime.datetime({', '.join(map(str, [self.year, self.month, self.day, *clock]))}{zone})"

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        return self._at(self._key() - 719163 * 86400000000 + other._total, self.tzinfo)

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + -other
        return timedelta(microseconds=self._key() - other._key()) if isinstance(other, datetime) else NotImplemented
