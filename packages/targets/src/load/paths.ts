/**
 * Where a file's path puts it among modules, and where the modules that it imports are looked for. Follows the oracle's
 * own_target.py.
 */

/** The files of a target by path, with `/` between folders. */
export type Files = ReadonlyMap<string, string>;

/** A file's place among modules. */
export interface Placement {
  /** The file's path. */
  readonly path: string;
  /** Its full name as a module. */
  readonly name: string;
  /**
   * The folder that holds the tree of packages that it is part of, with a slash at its end; undefined where it is
   * alone.
   */
  readonly tree: string | undefined;
  /** Its own folder, with a slash at its end. */
  readonly folder: string;
}

/** The package of files that are alone: the one in which the reference keeps such files. */
const home = "tvm.relay.op.contrib";

/** A file becomes the module that its path after `python/` names, else a module next to the reference's own targets. */
export function placeOf(path: string): Placement {
  const parts = path.replace(/\.py$/, "").split("/");
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  for (let at = parts.length - 2; at >= 0; at--) {
    if (parts[at] !== "python" || parts[at + 1] !== "tvm") continue;
    return { path, name: parts.slice(at + 1).join("."), tree: `${parts.slice(0, at + 1).join("/")}/`, folder };
  }
  return { path, name: `${home}.${parts.at(-1) ?? ""}`, tree: undefined, folder };
}

/** A module among the files: its path, or undefined for a folder that has no file of its own. */
export interface FoundFile {
  readonly path: string | undefined;
  readonly isPackage: boolean;
}

/**
 * The file or folder of a module's name: in the tree of packages, else in the own folder or next to the file. Undefined
 * if there is none.
 */
export function fileOf(name: string, place: Placement, files: Files): FoundFile | undefined {
  const inside = name.replaceAll(".", "/");
  // In a tree of packages, a module of the own folder is found by its full name alone.
  const places = [(place.tree ?? place.folder) + inside];
  // A file that is alone may ask for its neighbors by a relative import.
  if (name.startsWith(`${home}.`)) places.push(place.folder + name.slice(home.length + 1).replaceAll(".", "/"));
  for (const stem of places) {
    if (files.has(`${stem}.py`)) return { path: `${stem}.py`, isPackage: false };
    const init = `${stem}/__init__.py`;
    if (files.has(init)) return { path: `${stem}/` === place.folder ? undefined : init, isPackage: true };
    if ([...files.keys()].some((path) => path.startsWith(`${stem}/`))) return { path: undefined, isPackage: true };
  }
  return undefined;
}
