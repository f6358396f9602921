"""Layouts by their letters, and shapes and indices from one to another. Follows src/tir/ir/data_layout.cc."""
import tvm


def _check(holds, text):
    if not holds:
        raise tvm.error.InternalError("Check failed: " + text)


def _axes_of(name):
    """Letters with their sizes, which whole axes lack."""
    axes, factor = [], 0
    for c in name:
        if "A" <= c <= "Z":
            _check(factor == 0, f"Invalid layout {name}: invalid factor size {factor} before dimension {c}")
            axes.append((c, 0))
        elif "a" <= c <= "z":
            _check(factor > 0, f"Invalid layout {name}: invalid factor size {factor} for dimension {c}")
            axes.append((c, factor))
            factor = 0
        else:
            if not "0" <= c <= "9":
                raise tvm.error.TVMError(f"Invalid layout {name}")
            factor = factor * 10 + int(c)
    letters = {letter for letter, _ in axes}
    for letter in sorted(letters):
        _check(letter.upper() in letters, f"Invalid layout {name}: missing axis {letter.upper()}")
    return axes


def _letter(axis):
    _check(len(axis) == 1, f"Invalid axis {axis}")
    _check("A" <= axis <= "Z" or "a" <= axis <= "z", f"Invalid layout axis name: {axis}. Has to be A-Z or a-z.")
    return axis


class Layout:
    def __init__(self, name):
        self._axes, self.name = _axes_of(name), name

    def __repr__(self):
        return f"Layout({self.name})"

    @property
    def axes(self):
        return [tvm.tir.IterVar(None, letter, 0) for letter, _ in self._axes]

    def __len__(self):
        return len(self._axes)

    def __contains__(self, axis):
        return len(axis) == 1 and axis[0].isalpha() and axis[0] in self.name

    def __getitem__(self, index):
        if index >= len(self):
            raise IndexError("Layout index out of range")
        _check(-len(self) <= index, f"Invalid index {index}")
        return self._axes[index][0]

    def index_of(self, axis):
        letters, letter = [own for own, _ in self._axes], _letter(axis)
        return letters.index(letter) if letter in letters else -1

    def factor_of(self, axis):
        letter = _letter(axis).lower()
        factors = [factor for own, factor in self._axes if own == letter]
        product = 1
        for factor in factors:
            product *= factor
        return product if factors else -1


def _below(axes, at):
    """How much one step along an axis is, of those of its letter that follow."""
    product = 1
    for letter, factor in axes[at + 1:]:
        product *= factor if letter == axes[at][0] else 1
    return product


def _whole(source, letter, values):
    """The place along a whole axis, from those along the axes that it is split into."""
    store = None
    for at, (own, _) in enumerate(source._axes):
        if own.upper() != letter.upper():
            continue
        step = max(source.factor_of(own), 1) if own.isupper() else _below(source._axes, at)
        part = values[at] * step
        store = part if store is None else store + part
    return store


def _numbers(values):
    return [tvm.tir.const(int(v), "int32") if isinstance(v, (int, tvm.tir.IntImm)) else v for v in values]


def _indices(source, target, values):
    _check(len(values) == len(source), "Input mismatch with layout")
    values, out = _numbers(values), []
    for at, (letter, factor) in enumerate(target._axes):
        store = _whole(source, letter, values)
        if letter.isupper():
            out.append(tvm.tir.indexdiv(store, max(target.factor_of(letter), 1)))
        else:
            below = _below(target._axes, at)
            out.append(tvm.tir.indexdiv(tvm.tir.indexmod(store, below * factor), below))
    return tvm.runtime.convert([tvm.arith.Analyzer().simplify(index) for index in out])


def _shapes(source, target, values):
    _check(len(values) == len(source), f"Input shape size {len(values)} mismatch with the expected shape size {len(source)}")
    values, out = _numbers(values), []
    for at, (letter, factor) in enumerate(source._axes):
        if factor > 0:
            is_fine = not isinstance(values[at], tvm.tir.IntImm) or int(values[at]) == factor
            _check(is_fine, f"Input shape mismatch at index {at}. Expected {factor}, get {values[at]}")
            values[at] = tvm.tir.const(0, "int32")
    for letter, factor in target._axes:
        if factor > 0:
            out.append(tvm.tir.const(factor, "int32"))
            continue
        store, by = _whole(source, letter, values), target.factor_of(letter)
        out.append(tvm.arith.Analyzer().simplify(tvm.tir.ceildiv(store, by) if by > 0 else store))
    return tvm.runtime.convert(out)


class BijectiveLayout:
    def __init__(self, src_layout, dst_layout):
        self.src_layout, self.dst_layout = src_layout, dst_layout

    def __repr__(self):
        return f"BijectiveLayout({self.src_layout.name}->{self.dst_layout.name})"

    def forward_index(self, index):
        return _indices(self.src_layout, self.dst_layout, index)

    def backward_index(self, index):
        return _indices(self.dst_layout, self.src_layout, index)

    def forward_shape(self, shape):
        return _shapes(self.src_layout, self.dst_layout, shape)

    def backward_shape(self, shape):
        return _shapes(self.dst_layout, self.src_layout, shape)


def layout(layout_str, dtype="int32"):
    if not dtype.startswith("int"):
        raise TypeError("The input dtype should be integer type")
    return None if layout_str in ("", "__undef__") else Layout(layout_str)


def bijective_layout(src_layout, dst_layout):
    source = layout(src_layout) if isinstance(src_layout, str) else src_layout
    target = layout(dst_layout) if isinstance(dst_layout, str) else dst_layout
    if source is None or target is None:
        return None
    ours, theirs = ({letter.upper() for letter, _ in one._axes} for one in (source, target))
    if not theirs <= ours:
        return None
    _check(ours <= theirs, f"layout '{target.name}'-->'{source.name}' is not convertible.")
    return BijectiveLayout(source, target)
