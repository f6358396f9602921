/** What numpy writes into an array that is there: in place, and where a program gives `out`. */
import { hostClass } from "../host/native.ts";
import { ellipsis, PyTuple } from "../model/containers.ts";
import { exceptionClassOf, raised, typeError, valueError } from "../model/exceptions.ts";
import type { Runtime } from "../model/runtime.ts";
import type { Value } from "../model/value.ts";
import { arrayFrom, PyArray } from "./array.ts";
import { shapeText } from "./broadcast.ts";
import { setPart } from "./indexing.ts";

const ufuncTypeErrorClass = hostClass({
  name: "UFuncTypeError",
  module: "numpy.core._exceptions",
  bases: [exceptionClassOf("TypeError")],
});

/** Kinds in the order in which numpy casts "of the same kind". */
const order = "buif";

/**
 * Writes what the function of that name computed into an array, and returns it. Raises where its dtype or shape can't
 * hold that.
 */
export function written(m: Runtime, name: string, into: PyArray, computed: Value): PyArray {
  const { dtype, shape } = arrayFrom(m, computed);
  if (order.indexOf(dtype.kind) > order.indexOf(into.dtype.kind)) {
    const casting = `from dtype('${dtype.name}') to dtype('${into.dtype.name}') with casting rule 'same_kind'`;
    throw raised(ufuncTypeErrorClass, `Cannot cast ufunc '${name}' output ${casting}`);
  }
  const isLarger =
    shape.length > into.shape.length || shape.some((d, axis) => d > (into.shape[axis + into.shape.length - shape.length] ?? 0));
  if (isLarger) {
    throw valueError(
      `non-broadcastable output operand with shape ${shapeText(into.shape)} doesn't match the broadcast shape ${shapeText(shape)}`,
    );
  }
  setPart(m, into, ellipsis, computed);
  return into;
}

/** What was computed, in the array that a program gives as `out` where it gives one. */
export function writtenTo(m: Runtime, name: string, out: Value, computed: Value): Value {
  const into = out instanceof PyTuple ? (out.items[0] ?? null) : out;
  if (into === null) return computed;
  if (!(into instanceof PyArray)) throw typeError("return arrays must be of ArrayType");
  return written(m, name, into, computed);
}
