import { operators } from "@relayscope/ops";

/** Python that all builders of operators use. */
export const sharedSource = `
from tvm._ffi.base import TVMError as _TVMError
from tvm._library import Array, Call, Constant, Expr, IntImm, Tuple, operator_call as _call
from tvm.relay.expr import TupleWrapper, const


def _operator_function(name, count):
    if count == 1:
        return lambda data: _call(name, data)
    if count == 2:
        return lambda lhs, rhs: _call(name, lhs, rhs)
    return lambda a, b, c: _call(name, a, b, c)


def _list_of(given):
    """A list argument may be a constant: its values."""
    return list(given.data.numpy()) if isinstance(given, Constant) else given


def _const_of(given, dtype):
    return given if isinstance(given, Expr) else const(given, dtype)


def _ints(given):
    given = [given] if isinstance(given, int) else given
    return [v.value if isinstance(v, IntImm) else int(v) for v in given] if isinstance(given, (list, tuple)) else given


def _repeat(given, count):
    return (given,) * count if isinstance(given, int) else given


def _pad_sides(padding, axes):
    """The padding on both sides of each axis: the sides before, then the sides after."""
    if isinstance(padding, Array):
        padding = list(padding)
    if isinstance(padding, int):
        return (padding,) * (2 * axes)
    if not isinstance(padding, (tuple, list)):
        raise ValueError(f"Unknown padding option {padding}")
    if len(padding) == 2 * axes:
        return tuple(padding)
    if len(padding) != axes:
        raise ValueError(f"Size of padding can only be {axes} or {2 * axes}")
    totals = [p * 2 for p in padding]
    fronts = [(t + 1) // 2 for t in totals]
    return (*fronts, *(t - f for t, f in zip(totals, fronts)))
`;

/** Gives builders that are made in functions the names under which a module has them: errors of their calls tell these. */
export const builderNames = `
for _name, _value in list(globals().items()):
    if "<locals>" in getattr(_value, "__qualname__", ""):
        _value.__name__ = _value.__qualname__ = _name
`;

/**
 * Builders of operators that pass on what they get: the operator's arguments in order, then its attributes by name. One
 * with several results says how many: `-> 2`.
 */
export function builders(family: string, signatures: readonly string[]): string {
  return signatures.map((signature) => `\n\n${builder(family, signature)}`).join("");
}

function builder(family: string, written: string): string {
  const [signature = "", results] = written.split(" -> ");
  const [name = "", ...parameters] = [...signature.matchAll(/(?<=^|[(,] ?)[a-z_]\w*(?=[(,=)])/g)].map(([word]) => word);
  const count = operators.get(family + name)?.args.length;
  const attributes = parameters.slice(count).map((attribute) => `${attribute}=${attribute}`);
  const given = [`"${family}${name}"`, ...parameters.slice(0, count), ...attributes].join(", ");
  const made = `_call(${given})`;
  return `def ${signature}:\n    return ${results === undefined ? made : `TupleWrapper(${made}, ${results})`}\n`;
}
