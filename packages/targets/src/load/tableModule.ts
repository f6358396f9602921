/** The Python of the reference's own targets, as modules for files that ask for their pattern tables. */
import type { Found } from "@relayscope/python";
import { libraryFile } from "../library/libraryFile.ts";

/** The Python of a target that comes with the reference, by name; undefined for an unknown name. */
export type TableSource = (target: string) => string | undefined;

/** No file can import a module of such a name. */
const prefix = "the table of ";

/** The name of the module that registers a target's table. */
export const tableModule = (target: string) => prefix + target;

/** The module of that name, if it is one that registers a table. Without its Python it registers nothing. */
export function foundTable(name: string, sourceOf: TableSource): Found | undefined {
  if (!name.startsWith(prefix)) return undefined;
  const target = name.slice(prefix.length);
  return { kind: "file", file: `${libraryFile}${target}.py`, text: sourceOf(target) ?? "" };
}
