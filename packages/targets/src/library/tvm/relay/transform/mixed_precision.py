"""How operators are computed in a narrower float, for files that register others than ToMixedPrecision narrows."""
from typing import List

from tvm import _library
from tvm.relay.op import register_mixed_precision_conversion

MIXED_PRECISION_ALWAYS = 0
MIXED_PRECISION_FOLLOW = 1
MIXED_PRECISION_NEVER = 2
DEFAULT_ALWAYS_LIST = list(_library.always_narrow)
DEFAULT_FOLLOW_LIST = list(_library.follow_narrow)
DEFAULT_NEVER_LIST = list(_library.never_narrow)


def register_func_to_op_list(list_ops):
    def decorator(func):
        for name in list_ops:
            register_mixed_precision_conversion(name, func=func)

    return decorator


def get_generic_out_dtypes(call_node, mixed_precision_type):
    return [mixed_precision_type, mixed_precision_type]


# The decorator that registers them returns nothing.
generic_always_op = generic_follow_op = generic_never_op = None
