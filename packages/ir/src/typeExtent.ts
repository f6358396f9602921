/** How deep types nest and how long they are when they are written, without writing them. */
import { type Type, typesWithin } from "./types.ts";

export interface TypeExtent {
  /** 1 for a type without parts. */
  readonly depth: number;
  /** Types in it, itself counted; one that is in several places counts in each. */
  readonly size: number;
}

/** Larger types are neither inferred nor made. Each line of a text can double a type, as `%1 = (%0, %0)` does. */
export const typeLimits: TypeExtent = { depth: 400, size: 2_000_000 };

/** Whether a type is too large to be written or compared. */
export function isTooLarge(type: Type): boolean {
  const { depth, size } = typeExtent(type);
  return depth > typeLimits.depth || size > typeLimits.size;
}

const known = new WeakMap<Type, TypeExtent>();

/** The extent of a type. Iterative; results are cached. */
export function typeExtent(type: Type): TypeExtent {
  const before = holdsNone(type) ? single : known.get(type);
  if (before) return before;
  const open: Type[] = [type];
  for (let here = open.at(-1); here; here = open.at(-1)) {
    const within = known.has(here) ? [] : typesWithin(here);
    let [depth, size, isReady] = [0, 1, true];
    for (const part of within) {
      const extent = holdsNone(part) ? single : known.get(part);
      if (extent) {
        depth = Math.max(depth, extent.depth);
        size += extent.size;
      } else {
        open.push(part);
        isReady = false;
      }
    }
    if (!isReady) continue;
    open.pop();
    if (!known.has(here)) known.set(here, { depth: depth + 1, size });
  }
  return known.get(type) ?? single;
}

function holdsNone({ kind }: Type): boolean {
  return kind === "TensorType" || kind === "IncompleteType" || kind === "TypeVar" || kind === "GlobalTypeVar";
}

const single: TypeExtent = { depth: 1, size: 1 };
