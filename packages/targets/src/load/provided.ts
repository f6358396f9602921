/**
 * Values for imports that only the vendor's machine has. They are given by the full name of an import, such as
 * `vendor_sdk.version`, and exist before the files are loaded. Their expressions see Python's own names.
 */
import { keptIn } from "@relayscope/ir";
import { type Machine, type Misuse, type PyException, PyModule, StandIn, type Value } from "@relayscope/python";
import { targetError } from "./standIns.ts";

type Given = Readonly<Record<string, string>>;

/** Whether what is given is an import, and not a name of the main file. */
export function isImport(name: string): boolean {
  return name.includes(".");
}

/** The values that are given for imports, each made when it is first asked for. */
export class Provided {
  /** By module: the names inside it that are given, or that hold some. */
  private readonly inside = new Map<string, Set<string>>();
  private readonly values = new Map<string, Value>();
  private readonly modules = new Map<string, StandIn>();

  constructor(
    private readonly given: Given,
    private readonly machine: () => Machine,
  ) {
    for (const path of Object.keys(given)) {
      for (let dot = path.indexOf("."); dot >= 0; dot = path.indexOf(".", dot + 1)) {
        const [module, [name = ""]] = [path.slice(0, dot), path.slice(dot + 1).split(".", 1)];
        this.inside.set(module, (this.inside.get(module) ?? new Set()).add(name));
      }
    }
  }

  /** The value of an import; undefined where none is given. Raises with its name where there is none. */
  value(path: string): Value | undefined {
    if (!isImport(path) || !Object.hasOwn(this.given, path)) return undefined;
    return keptIn(this.values, path, () => givenValue(this.machine(), new PyModule("__given__"), path, this.given[path] ?? ""));
  }

  /** Whether values inside a module are given. */
  hasInside(module: string): boolean {
    return this.inside.has(module);
  }

  /** A module that has what is given inside it, and complains of everything else. */
  module(name: string, complaining: (name: string) => (misuse: Misuse) => PyException): StandIn {
    const known = this.modules.get(name);
    if (known) return known;
    const made = new StandIn(name, complaining(name));
    this.modules.set(name, made);
    for (const next of this.inside.get(name) ?? []) {
      const path = `${name}.${next}`;
      made.names.set(next, this.value(path) ?? this.module(path, complaining));
    }
    return made;
  }
}

/** The value of an expression that a name is given. Raises with the name where there is none. */
export function givenValue(machine: Machine, module: PyModule, name: string, expression: string): Value {
  const outcome = machine.evaluate(expression, module);
  if (outcome.kind === "value") return outcome.value;
  const why = outcome.kind === "raised" ? `raises ${outcome.type}: ${outcome.message}` : `does not end: ${outcome.message}`;
  throw targetError(`${name} is given \`${expression}\`, which ${why}`);
}
