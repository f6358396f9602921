/** The names of a target's main file that can be given another value. */
import { type Machine, PyFunction, type PyModule, repr, StandIn, type Value } from "@relayscope/python";
import { plainOf } from "../flow/flowOptions.ts";

/** A name of the main file whose value can be given. */
export interface GivableName {
  readonly name: string;
  /** What it is: imported without being part of TVM, a function without parameters, or a plain value. */
  readonly kind: "missing" | "function" | "value";
  /** A plain value of the file, as Python writes it. */
  readonly value?: string;
}

const kinds: readonly GivableName["kind"][] = ["missing", "function", "value"];
const mostNames = 200;
const mostCharacters = 120;

/**
 * The names, the likeliest first: those whose values the vendor's machine alone knows. Called within a run of the
 * machine.
 */
export function givableNames(machine: Machine, module: PyModule): readonly GivableName[] {
  const found = [...module.names].flatMap(([name, value]) => (name.startsWith("__") ? [] : givable(machine, module, name, value)));
  return kinds.flatMap((kind) => found.filter((one) => one.kind === kind)).slice(0, mostNames);
}

function givable(machine: Machine, { names }: PyModule, name: string, value: Value): readonly GivableName[] {
  if (value instanceof StandIn) return [{ name, kind: "missing" }];
  if (value instanceof PyFunction) {
    const isAsked = value.globals === names && value.code.parameters.names.length === 0;
    return isAsked && !name.endsWith("pattern_table") ? [{ name, kind: "function" }] : [];
  }
  if (value === null || plainOf(value) === undefined) return [];
  const text = repr(machine, value);
  return text.length <= mostCharacters ? [{ name, kind: "value", value: text }] : [];
}
