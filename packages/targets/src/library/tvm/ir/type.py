"""Kinds of types."""
from enum import IntEnum


class TypeKind(IntEnum):
    Type = 0
    ShapeVar = 1
    BaseType = 2
    Constraint = 4
    AdtHandle = 5
    TypeData = 6
