class auto:
    def __init__(self, value=None):
        self.value = value


class property(property):
    pass


DynamicClassAttribute = property


class nonmember:
    def __init__(self, value):
        self.value = value


def _is_member(name, value):
    if name.startswith("__") and name.endswith("__") or name.startswith("_") and name.endswith("_"):
        return False
    if isinstance(value, nonmember):
        return False
    return not (hasattr(type(value), "__get__") or hasattr(type(value), "__set__") or hasattr(type(value), "__delete__"))


def _data_type(bases):
    for base in bases:
        for cls in base.__mro__:
            if cls is object or isinstance(cls, EnumType):
                continue
            if "__new__" in cls.__dict__:
                return cls
    return object


_SUNDERS = (
    "_order_", "_generate_next_value_", "_missing_", "_ignore_", "_iter_member_", "_iter_member_by_value_", "_iter_member_by_def_",
    "_numeric_repr_",
)


class _EnumDict(dict):
    """The body of an enum: its members, whose automatic values are found as they are set."""

    def __init__(self, owner, generate):
        super().__init__()
        self._owner = owner
        self._generate = generate
        self._values = []
        self._members = {}
        self._ignored = []
        self._has_auto = False

    def __setitem__(self, key, value):
        if key == "_generate_next_value_":
            if self._has_auto:
                raise TypeError("_generate_next_value_ must be defined before members")
            self._generate = value.__func__ if isinstance(value, staticmethod) else value
        elif key == "_ignore_":
            value = list(value.replace(",", " ").split() if isinstance(value, str) else value)
            self._ignored = value
        elif key.startswith("_" + self._owner + "__") and not key.endswith("__"):
            pass
        elif key.startswith("_") and key.endswith("_") and not key.startswith("__"):
            if len(key) > 2 and key[1] != "_" and key[-2] != "_" and key not in _SUNDERS:
                raise ValueError(f"_sunder_ names, such as {key!r}, are reserved for future Enum use")
        elif key in self._members:
            raise TypeError(f"{key!r} already defined as {self[key]!r}")
        elif key not in self._ignored and _is_member(key, value):
            if key in self:
                raise TypeError(f"{key!r} already defined as {self[key]!r}")
            value = self._valued(key, value)
            self._members[key] = None
        super().__setitem__(key, value)

    def _valued(self, key, value):
        parts = value if type(value) is tuple else (value,)
        if not any(isinstance(part, auto) for part in parts):
            self._values.append(value)
            return value
        made = []
        for part in parts:
            if isinstance(part, auto):
                if part.value is None:
                    part.value = self._generate(key, 1, len(self._members), self._values[:])
                    self._has_auto = True
                part = part.value
                self._values.append(part)
            made.append(part)
        return tuple(made) if type(value) is tuple else made[0]


class EnumType(type):
    @classmethod
    def __prepare__(metaclass, name, bases, **options):
        for base in bases:
            if isinstance(base, EnumType) and base._member_names_:
                raise TypeError(f"<enum {name!r}> cannot extend {base!r}")
        first = next((base for base in reversed(bases) if isinstance(base, EnumType)), None)
        return {} if first is None else _EnumDict(name, first._generate_next_value_)

    def __getattr__(cls, name):
        raise AttributeError(name)

    def __new__(metaclass, name, bases, names, boundary=None, **options):
        if not any(isinstance(base, EnumType) for base in bases):
            return super().__new__(metaclass, name, bases, names)
        if not isinstance(names, _EnumDict):
            given, names = names, metaclass.__prepare__(name, bases, **options)
            for key, value in given.items():
                names[key] = value
        members = {k: names[k] for k in names._members}
        rest = {k: v.value if isinstance(v, nonmember) else v for k, v in names.items() if k not in members and k not in names._ignored}
        cls = super().__new__(metaclass, name, bases, rest, **options)
        type.__setattr__(cls, "_member_map_", {})
        type.__setattr__(cls, "_value2member_map_", {})
        type.__setattr__(cls, "_member_names_", [])
        data_type = _data_type(bases)
        cls._prefer_own(bases[-1], data_type, rest)
        cls._fill(members, data_type, rest)
        return cls

    def _prefer_own(cls, enum, data_type, names):
        """Members are shown as such, and flags combined as such, although their values' class comes first."""
        for name in ("__repr__", "__str__", "__format__"):
            if name not in names and getattr(cls, name) in (getattr(data_type, name), getattr(object, name)):
                type.__setattr__(cls, name, getattr(enum, name))
        flag = globals().get("Flag")
        if flag is not None and issubclass(cls, flag):
            for name in ("__or__", "__and__", "__xor__", "__ror__", "__rand__", "__rxor__", "__invert__"):
                if name not in names:
                    type.__setattr__(cls, name, getattr(flag, name))

    def _fill(cls, members, data_type, names):
        own = names.get("__new__") or next((c.__dict__["_new_member_"] for c in cls.__mro__ if "_new_member_" in c.__dict__), None)
        if "__new__" in names:
            type.__setattr__(cls, "_new_member_", own)
            type.__setattr__(cls, "__new__", staticmethod(_lookup))
        for name, value in members.items():
            args = value if isinstance(value, tuple) else (value,)
            if own is not None:
                member = own(cls, *args)
            elif data_type is object:
                member = object.__new__(cls)
            else:
                member = data_type.__new__(cls, *args)
            if not hasattr(member, "_value_"):
                member._value_ = value if data_type is object or own is not None and data_type is object else cls._plain(data_type, args)
            value = member._value_
            member._name_ = name
            member._sort_order_ = len(cls._member_names_)
            if "__init__" in names or not hasattr(object, "__init__") or cls.__init__ is not Enum.__init__:
                member.__init__(*args)
            for other in cls._member_map_.values():
                if other._value_ == value and type(other._value_) is type(value) or other._value_ == value:
                    member = other
                    break
            else:
                if cls._is_canonical(value):
                    cls._member_names_.append(name)
            cls._member_map_[name] = member
            type.__setattr__(cls, name, member)
            try:
                cls._value2member_map_.setdefault(value, member)
            except TypeError:
                pass

    def _plain(cls, data_type, args):
        return args[0] if len(args) == 1 and type(args[0]) is data_type else data_type(*args)

    def _is_canonical(cls, value):
        """Flags of no bit or of several are other names."""
        flag = globals().get("Flag")
        if flag is None or not issubclass(cls, flag) or not isinstance(value, int):
            return True
        return value > 0 and value & (value - 1) == 0

    def __call__(cls, value, names=None, *, module=None, qualname=None, type=None, start=1, boundary=None):
        if names is None:
            return cls._find(value)
        if isinstance(names, str):
            names = names.replace(",", " ").split()
        bases = (type, cls) if type else (cls,)
        body = cls.__class__.__prepare__(value, bases)
        body["__module__"] = module or cls.__module__
        values = []
        for at, item in enumerate(names):
            if isinstance(names, dict):
                item = item, names[item]
            elif isinstance(item, str):
                item = item, cls._generate_next_value_(item, start, at, values[:])
                values.append(item[1])
            body[item[0]] = item[1]
        return EnumType.__new__(cls.__class__, value, bases, body)

    def _find(cls, value):
        if type(value) is cls:
            return value
        try:
            return cls._value2member_map_[value]
        except KeyError:
            pass
        except TypeError:
            for member in cls._member_map_.values():
                if member._value_ == value:
                    return member
        found = cls._missing_(value)
        if isinstance(found, cls):
            return found
        if found is None:
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        raise TypeError(f"error in {cls.__name__}._missing_: returned {found!r} instead of None or a valid member")

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __iter__(cls):
        return (cls._member_map_[name] for name in cls._member_names_)

    def __reversed__(cls):
        return (cls._member_map_[name] for name in reversed(cls._member_names_))

    def __len__(cls):
        return len(cls._member_names_)

    def __bool__(cls):
        return True

    def __contains__(cls, member):
        if not isinstance(member, Enum):
            raise TypeError(f"unsupported operand type(s) for 'in': '{type(member).__qualname__}' and '{cls.__class__.__qualname__}'")
        return isinstance(member, cls) and member._name_ in cls._member_map_

    def __setattr__(cls, name, value):
        if name in cls.__dict__.get("_member_map_", {}):
            raise AttributeError(f"cannot reassign member {name!r}")
        super().__setattr__(name, value)

    def __delattr__(cls, name):
        if name in cls.__dict__.get("_member_map_", {}):
            raise AttributeError(f"{cls.__name__!r} cannot delete member {name!r}.")
        super().__delattr__(name)

    def __repr__(cls):
        return f"<{'flag' if issubclass(cls, Flag) else 'enum'} {cls.__name__!r}>"

    @property
    def __members__(cls):
        return dict(cls._member_map_)


EnumMeta = EnumType


def _lookup(cls, value):
    return cls._find(value)


class Enum(metaclass=EnumType):
    _member_names_ = []
    _member_map_ = {}

    def __init__(self, *args, **options):
        pass

    def _generate_next_value_(name, start, count, last_values):
        for last in reversed(last_values):
            try:
                return last + 1
            except TypeError:
                continue
        return start

    @classmethod
    def _missing_(cls, value):
        return None

    @property
    def name(self):
        return self._name_

    @property
    def value(self):
        return self._value_

    def __repr__(self):
        return f"<{self.__class__.__name__}.{self._name_}: {self._value_!r}>"

    def __str__(self):
        return f"{self.__class__.__name__}.{self._name_}"

    def __format__(self, spec):
        return str.__format__(str(self), spec)

    def __dir__(self):
        return ["__class__", "__doc__", "__module__", "name", "value"]

    def __hash__(self):
        return hash(self._name_)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


class ReprEnum(Enum):
    pass


class IntEnum(int, ReprEnum):
    def __str__(self):
        return int.__repr__(self)

    def __format__(self, spec):
        return int.__format__(self, spec)

    __hash__ = int.__hash__


class StrEnum(str, ReprEnum):
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()

    def __str__(self):
        return str.__str__(self)

    def __format__(self, spec):
        return str.__format__(self, spec)

    __hash__ = str.__hash__


class Flag(Enum):
    def _generate_next_value_(name, start, count, last_values):
        return 2 ** max((v.bit_length() for v in last_values), default=0) if last_values else start

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        known = 0
        for member in cls._member_map_.values():
            known |= member._value_
        if value < 0:
            value = known & value
        if value & ~known and not issubclass(cls, int):
            raise ValueError(
                f"{cls!r} invalid value {value!r}\n    given {bin(value)[:2]} {bin(value)[2:]}\n  allowed {bin(known)[:2]} {bin(known)[2:]}"
            )
        made = int.__new__(cls, value) if issubclass(cls, int) else object.__new__(cls)
        made._value_ = value
        names = [m._name_ for m in cls if m._value_ & value == m._value_]
        made._name_ = "|".join(names) if names else None
        cls._value2member_map_[value] = made
        return made

    def __contains__(self, other):
        if not isinstance(other, self.__class__):
            raise TypeError(
                f"unsupported operand type(s) for 'in': '{type(other).__qualname__}' and '{self.__class__.__qualname__}'"
            )
        return other._value_ & self._value_ == other._value_

    def __iter__(self):
        return (m for m in self.__class__ if m._value_ & self._value_)

    def __len__(self):
        return self._value_.bit_count()

    def __bool__(self):
        return bool(self._value_)

    def _other(self, other):
        if isinstance(other, self.__class__):
            return other._value_
        return other if isinstance(self, int) and isinstance(other, int) else None

    def __or__(self, other):
        value = self._other(other)
        return NotImplemented if value is None else self.__class__(self._value_ | value)

    def __and__(self, other):
        value = self._other(other)
        return NotImplemented if value is None else self.__class__(self._value_ & value)

    def __xor__(self, other):
        value = self._other(other)
        return NotImplemented if value is None else self.__class__(self._value_ ^ value)

    __ror__ = __or__
    __rand__ = __and__
    __rxor__ = __xor__

    def __invert__(self):
        known = 0
        for member in self.__class__:
            known |= member._value_
        return self.__class__(known & ~self._value_)

    def __repr__(self):
        name = self.__class__.__name__
        return f"<{name}: {self._value_!r}>" if self._name_ is None else f"<{name}.{self._name_}: {self._value_!r}>"

    def __str__(self):
        name = self.__class__.__name__
        return f"{name}({self._value_!r})" if self._name_ is None else f"{name}.{self._name_}"


class IntFlag(int, Flag):
    def __str__(self):
        return int.__repr__(self)

    def __format__(self, spec):
        return int.__format__(self, spec)

    __hash__ = int.__hash__


def unique(cls):
    doubled = [(name, member.name) for name, member in cls.__members__.items() if name != member.name]
    if doubled:
        raise ValueError(f"duplicate values found in {cls!r}: " + ", ".join(f"{a} -> {b}" for a, b in doubled))
    return cls
