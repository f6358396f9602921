/** The Python of the reference's own targets, as modules for files that ask for their pattern tables and flows. */
import type { Found } from "@relayscope/python";
import { libraryFile } from "../library/libraryFile.ts";

/** A target that comes with the reference. */
export interface ReferenceTarget {
  /** Its Python, which registers its table and rules. */
  readonly source: string;
  /** The passes of its partition function, by name. */
  readonly flow: readonly { readonly pass: string; readonly options?: Readonly<Record<string, unknown>> }[];
}

/** The targets that come with the reference, by name; undefined for an unknown name. */
export type ReferenceTargets = (target: string) => ReferenceTarget | undefined;

/** No file can import a module of such a name. */
const prefix = "the table of ";

/** The name of the module that registers a target's table. */
export const tableModule = (target: string) => prefix + target;

/** The module of that name, if it is one that registers a table. Without its Python it registers nothing. */
export function foundTable(name: string, targets: ReferenceTargets): Found | undefined {
  if (!name.startsWith(prefix)) return undefined;
  const target = name.slice(prefix.length);
  const { source = "", flow = [] } = targets(target) ?? {};
  // A string of JSON is a literal of Python.
  const text = `${source}\nFLOW = ${JSON.stringify(JSON.stringify(flow))}\n`;
  return { kind: "file", file: `${libraryFile}${target}.py`, text, isLibrary: true };
}
