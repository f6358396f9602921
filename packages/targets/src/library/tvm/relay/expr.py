"""Making variables and constants."""
from tvm import _library
from tvm._library import TupleGetItem, Var


class TupleWrapper:
    """The result of an operator with several results: its items can be taken as if it were a tuple."""

    def __init__(self, tuple_value, size):
        self.tuple_value = tuple_value
        self.size = size

    def astuple(self):
        return self.tuple_value

    def astext(self):
        return self.tuple_value.astext()

    def __getitem__(self, index):
        if index >= len(self):
            raise IndexError("Tuple index out of range")
        return TupleGetItem(self.tuple_value, index, span=self.tuple_value.span)

    def __len__(self):
        return self.size

    def __repr__(self):
        return "TupleWrapper(" + repr(self.tuple_value) + ", " + str(self.size) + ")"

    def astype(self, _):
        raise TypeError("astype cannot be used on tuple")


def var(name_hint, type_annotation=None, shape=None, dtype="float32", span=None):
    if type_annotation is not None and shape is not None:
        raise ValueError("Can only specify either type_annotation or shape.")
    if shape is not None:
        type_annotation = _library.TensorType(shape, dtype)
    elif isinstance(type_annotation, str):
        type_annotation = _library.TensorType((), type_annotation)
    return Var(name_hint, type_annotation, span)
