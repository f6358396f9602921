/** The values of a program around its flow: before it, at its end, and at each pass that asks the program. */
import { type Heap, keepHeap, type PyModule } from "@relayscope/python";
import type { AskedKind } from "../host/state.ts";
import type { Program } from "../load/program.ts";

/** A program that holds more is left as its flow leaves it. */
const mostPlaces = 200_000;

/** What each pass asks of a program. MergeComposite is left out, as it has its own table. */
export const askedBy: ReadonlyMap<string, AskedKind> = new Map([
  ["AnnotateTarget", "rules"],
  ["PartitionGraph", "hooks"],
]);

/** What a program's names, its registered functions and a table reach; undefined where that is too much to keep. */
export function heapOf({ machine, state, entries: own }: Program, entries = own): Heap | undefined {
  const { attributes, functions } = state;
  const registered = [...attributes.keys()].flatMap((key) => [...attributes.under(key).values()]);
  const checks = entries.map(({ check = null }) => check);
  const values = [...checks, ...registered, ...functions.values()];
  return keepHeap(machine.modules.values(), values, { most: mostPlaces, isOwn });
}

/** Whether a module is one of the user's files: names of others begin with a bracket. */
function isOwn({ file = "<" }: PyModule): boolean {
  return !file.startsWith("<");
}
