/** Which operators ToMixedPrecision narrows, for files that register others. Follows python/tvm/relay/transform/mixed_precision.py. */
import { precisionLists } from "@relayscope/passes/all";

const list = (names: readonly string[]) => JSON.stringify(names);

export const mixedPrecisionSource = `"""How operators are computed in a narrower float."""
from typing import List

from tvm.relay.op import register_mixed_precision_conversion

MIXED_PRECISION_ALWAYS = 0
MIXED_PRECISION_FOLLOW = 1
MIXED_PRECISION_NEVER = 2
DEFAULT_ALWAYS_LIST = ${list(precisionLists.always)}
DEFAULT_FOLLOW_LIST = ${list(precisionLists.follow)}
DEFAULT_NEVER_LIST = ${list(precisionLists.never)}


def register_func_to_op_list(list_ops):
    def decorator(func):
        for name in list_ops:
            register_mixed_precision_conversion(name, func=func)

    return decorator


def get_generic_out_dtypes(call_node, mixed_precision_type):
    return [mixed_precision_type, mixed_precision_type]


# The decorator that registers them returns nothing.
generic_always_op = generic_follow_op = generic_never_op = None
`;
