/**
 * Changing a layout as another one was changed, for tensors that broadcast. Follows
 * src/relay/transforms/infer_layout_utils.cc.
 */
import { at, type Dim, dimValue } from "@relayscope/ir";
import {
  factorOf,
  indexOfAxis,
  isPrimal,
  type Layout,
  layoutNamed,
  type MaybeLayout,
  primalOf,
  scalarLayout,
  subLayout,
} from "./layout.ts";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * The layout that `old` becomes by the change from `reference` to `changed`: `W` becomes `NW1w` when `NC` became
 * `NC1c`. Undefined if `old` and `reference` do not match from the end; "mismatch" if the reference raises.
 */
export function changedLike(old: Layout, reference: Layout, changed: Layout): MaybeLayout | "mismatch" {
  const isReferenceLarger = reference.axes.length > old.axes.length;
  const [large, small] = isReferenceLarger ? [reference, old] : [old, reference];
  const excess = large.axes.length - small.axes.length;
  const tail = subLayout(large, excess, small.axes.length);
  const tailLetters = new Set(tail?.axes.map((axis) => primalOf(axis.letter)));
  if (large.axes.slice(0, excess).some((axis) => tailLetters.has(primalOf(axis.letter)))) return undefined;
  if (!tail || !areIsomorphic(tail, small)) return undefined;
  if (old.axes.length === 0) return old;
  if (old.axes.length > reference.axes.length) return "mismatch";
  const renaming = renamingOf(old, reference);
  let name = "";
  for (const letter of changed.name) {
    if (letter >= "0" && letter <= "9") {
      name += letter;
      continue;
    }
    const renamed = renaming.get(primalOf(letter));
    if (renamed === undefined) return "mismatch";
    name += isPrimal(letter) ? renamed : renamed.toLowerCase();
  }
  return layoutNamed(name);
}

/** Maps the whole axes of `reference` to those of `old`. Letters that `old` lacks keep their name if it is free. */
function renamingOf(old: Layout, reference: Layout): ReadonlyMap<string, string> {
  const renaming = new Map<string, string>();
  const used = new Set<string>();
  const lead = reference.axes.length - old.axes.length;
  for (let i = old.axes.length - 1; i >= 0; i--) {
    const name = primalOf(at(old.axes, i).letter);
    renaming.set(primalOf(at(reference.axes, i + lead).letter), name);
    used.add(name);
  }
  for (const axis of [...reference.axes].reverse()) {
    const letter = primalOf(axis.letter);
    if (renaming.has(letter)) continue;
    const name = used.has(letter) ? ([...alphabet].find((other) => !used.has(other)) ?? letter) : letter;
    renaming.set(letter, name);
    used.add(name);
  }
  return renaming;
}

/** Whether two layouts differ in the letters of their axes alone. */
function areIsomorphic(a: Layout, b: Layout): boolean {
  if (a.axes.length !== b.axes.length) return false;
  const [there, back] = [new Map<string, string>(), new Map<string, string>()];
  return a.axes.every((axis, i) => {
    const other = at(b.axes, i);
    if (isPrimal(axis.letter) !== isPrimal(other.letter)) return false;
    if ((there.get(axis.letter) ?? other.letter) !== other.letter || (back.get(other.letter) ?? axis.letter) !== axis.letter) return false;
    there.set(axis.letter, other.letter);
    back.set(other.letter, axis.letter);
    return isPrimal(axis.letter) || factorOf(a, axis.letter) === factorOf(b, other.letter);
  });
}

/**
 * The layout with pieces of size one if the tensor (of layout `old` and that shape) broadcasts along the axis that they
 * are split off.
 */
export function withBroadcastPieces(layout: Layout, old: Layout, shape: readonly Dim[]): MaybeLayout {
  let name = "";
  for (const { letter } of layout.axes) {
    if (!isPrimal(letter)) {
      const at = indexOfAxis(old, primalOf(letter));
      const isBroadcast = at === -1 || (dimValue(shape[at] ?? "?") === 1 && indexOfAxis(old, letter) === -1);
      name += isBroadcast ? "1" : String(factorOf(layout, letter) ?? 1);
    }
    name += letter;
  }
  return name === "" ? scalarLayout : layoutNamed(name);
}
