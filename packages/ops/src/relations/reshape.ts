/** The shape that `reshape`'s special values ask for. Follows InferNewShape (src/relay/op/tensor/transform.cc). */
import { type Dim, dimValue, present } from "@relayscope/ir";
import { floorDivideDims, isAny, multiplyDims } from "./dimArithmetic.ts";
import { demand, refuse } from "./refusal.ts";

/**
 * The new shape of a tensor of shape `from`. Refuses special values that do not fit. Values: a size; 0 (unless
 * `allowsZero`) takes the next dimension; -1 infers one; -2 takes the rest; -3 joins two; -4 splits one in two. As in
 * the reference, an inferred size is put where -1 is in the list, though -2, -3 and -4 shift what comes after them.
 */
export function inferNewShape(from: readonly Dim[], newShape: readonly Dim[], allowsZero: boolean): readonly Dim[] {
  const shape: Dim[] = [];
  const usedFrom = new Set<number>();
  const usedTo = new Set<number>();
  let at = 0;
  let inferred = -1;
  const take = (): Dim => {
    usedFrom.add(at);
    return from[at++] ?? refuse("`newshape` asks for more dimensions than the tensor has.");
  };
  const put = (dim: Dim) => {
    usedTo.add(shape.length);
    shape.push(dim);
  };
  for (let i = 0; i < newShape.length; i++) {
    const dim = present(newShape[i]);
    const value = dimValue(dim) ?? refuse("`newshape` must hold numbers.");
    if (value > 0 || (value === 0 && allowsZero)) {
      shape.push(dim);
      at++;
    } else if (value === 0) {
      put(take());
    } else if (value === -1) {
      demand(inferred < 0, "Only one dimension of `newshape` can be `-1`.");
      inferred = i;
      shape.push(1);
      at++;
    } else if (value === -2) {
      while (at < from.length) put(take());
    } else if (value === -3) {
      const first = take();
      const second = take();
      put(isAny(first) || isAny(second) ? "?" : multiplyDims(first, second));
    } else if (value === -4) {
      const whole = take();
      const [first, second] = [newShape[++i], newShape[++i]];
      if (first === undefined || second === undefined) return refuse("`-4` in `newshape` must be followed by two sizes.");
      for (const part of split(whole, first, second)) put(part);
    } else {
      refuse(`\`${value}\` has no meaning in \`newshape\`.`, ["Negative values are -1, -2, -3 and -4."], "TVMError");
    }
  }
  if (inferred < 0) return shape;
  demand(inferred < shape.length, "`-1` in `newshape` is after a `-4` that shifts it out of the shape.");
  shape[inferred] = rest(
    from.filter((_, i) => !usedFrom.has(i)),
    shape.filter((_, i) => !usedTo.has(i)),
  );
  return shape;
}

function split(whole: Dim, first: Dim, second: Dim): readonly [Dim, Dim] {
  const part = (other: Dim): Dim => (isAny(whole) ? "?" : floorDivideDims(whole, other));
  if (dimValue(first) === -1) {
    demand(dimValue(second) !== -1, "The two sizes after `-4` can't both be `-1`.");
    return [part(second), second];
  }
  return [first, dimValue(second) === -1 ? part(first) : second];
}

/** What is left of `from` when `to` is taken out of it. */
function rest(from: readonly Dim[], to: readonly Dim[]): Dim {
  if (from.some(isAny) || to.some(isAny)) return "?";
  return to.reduce(floorDivideDims, from.reduce<Dim>(multiplyDims, 1));
}
