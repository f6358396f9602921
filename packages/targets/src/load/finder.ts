/**
 * Where a program's imports lead: to modules of the compiler that are built here, to the user's own files, to what is
 * missing.
 */
import {
  type Found,
  hostFunction,
  hostModule,
  type Machine,
  type Misuse,
  PyException,
  PyList,
  PyModule,
  type Runtime,
  raised,
  StandIn,
  type Value,
} from "@relayscope/python";
import { libraryFile } from "../library/libraryFile.ts";
import { type LibraryModule, libraryModule, submoduleOf } from "../library/modules.ts";
import { isPassedOn } from "../library/notPassedOn.ts";
import { isImportedAlone, isModuleAttribute, isReferenceModule } from "../library/referenceModules.ts";
import { isReferenceName, mayHave } from "../library/referenceNames.ts";
import { borrowedName, starNames } from "../library/starNames.ts";
import { type Files, fileOf, type Placement } from "./paths.ts";
import type { Provided } from "./provided.ts";
import { MissingObject, misused } from "./standIns.ts";
import { foundTable, type ReferenceTargets } from "./tableModule.ts";

/** The name under which a module with Python text has its members in code: the text imports them first. */
const hidden = "_members_of__";

const hiddenName = (name: string) => hidden + name.replaceAll(".", "__");

const nameBehind = (name: string) => name.slice(hidden.length).replaceAll("__", ".");

export interface Finder {
  find(m: Machine, name: string): Found | undefined;
  standIn(m: Machine, name: string): Value | undefined;
  /** Names that the reference lacks, in the order of their imports. */
  readonly standIns: readonly string[];
  /** Parts of the reference that are not built here and that files imported. */
  readonly missing: ReadonlySet<string>;
  /** The import whose misuse an exception complains of; undefined for other exceptions. */
  misusedIn(error: unknown): string | undefined;
}

/** A finder for the files around one file. */
export function makeFinder(place: Placement, files: Files, provided?: Provided, targets: ReferenceTargets = () => undefined): Finder {
  const standIns: string[] = [];
  const misuses = new WeakMap<object, string>();
  const complaining = (name: string) => (misuse: Misuse) => {
    const error = misused(name, misuse, closedFile(name)?.file);
    misuses.set(error, misuse.kind === "attribute" ? `${name}.${misuse.name}` : name);
    return error;
  };
  const missing = new Set<string>();
  const missingModule = (name: string) => {
    missing.add(name);
    return packageModule(name, {}, (m, attribute) => {
      if (attribute === "__all__") return undefined;
      const inside = `${name}.${attribute}`;
      if (libraryModule(inside) || isModuleAttribute(name, attribute)) return m.importModule(inside, { isGuarded: true });
      return provided?.value(inside) ?? (mayHave(name, attribute) ? new MissingObject(inside) : undefined);
    });
  };
  return {
    standIns,
    missing,
    misusedIn: (error) => (error instanceof PyException ? misuses.get(error) : undefined),
    find(_machine, name) {
      if (name === place.name) return { kind: "file", file: place.path, text: files.get(place.path) ?? "" };
      const table = foundTable(name, targets);
      if (table) return table;
      if (name.startsWith(hidden)) return foundModule(membersOf(nameBehind(name)));
      const built = libraryModule(name);
      if (built && !built.isTarget) return builtModule(name, built);
      const file = fileOf(name, place, files);
      if (file?.path !== undefined) return { kind: "file", file: file.path, text: files.get(file.path) ?? "", isPackage: file.isPackage };
      if (built) return builtModule(name, built);
      if (file) return foundModule(packageModule(name, {}, () => undefined));
      if (isReferenceModule(name)) return foundModule(missingModule(name));
      return provided?.hasInside(name) ? foundModule(provided.module(name, complaining)) : undefined;
    },
    standIn(_machine, name) {
      const value = provided?.value(name);
      if (value !== undefined) return value;
      if (isReferencePart(name)) {
        missing.add(name);
        return new MissingObject(name);
      }
      if (!standIns.includes(name)) standIns.push(name);
      return new StandIn(name, complaining(name));
    },
  };
}

function foundModule(module: PyModule): Found {
  return { kind: "module", module };
}

/** Whether TVM 0.19.0 has a module of that name, or a name in a module. */
export function isPartOfTvm(name: string): boolean {
  const [parent, inside] = [name.slice(0, Math.max(0, name.lastIndexOf("."))), name.slice(name.lastIndexOf(".") + 1)];
  const isOfMissing = libraryModule(parent) === undefined && isReferenceModule(parent) && mayHave(parent, inside);
  return libraryModule(name) !== undefined || isReferenceModule(name) || isReferencePart(name) || isOfMissing;
}

/** The package of files that are alone, as relative imports of them see it. */
const home = "tvm.relay.op.contrib.";

/** The file next to the others that an import is of, where it is not among them. */
export function closedFile(unknown: string): { readonly name: string; readonly file: string } | undefined {
  const [module = "", name] = unknown.startsWith(home) ? unknown.slice(home.length).split(".") : [];
  return name === undefined || isPartOfTvm(home + module) ? undefined : { name, file: `${module}.py` };
}

function isReferencePart(name: string): boolean {
  const dot = name.lastIndexOf(".");
  return dot > 0 && isReferenceName(name.slice(0, dot), name.slice(dot + 1));
}

/** A module that may have others inside. */
function packageModule(
  name: string,
  members: Readonly<Record<string, Value>>,
  lazy: (m: Runtime, name: string) => Value | undefined,
): PyModule {
  const made = hostModule(name, members, lazy);
  made.names.set("__path__", libraryFile + name);
  made.names.set("__package__", name);
  return made;
}

function builtModule(name: string, module: LibraryModule): Found {
  if (module.source !== undefined) {
    const text = `from ${hiddenName(name)} import *; from ${hiddenName(name)} import __getattr__\n${module.source}`;
    return { kind: "file", file: `${libraryFile}${name}`, text, isPackage: true, isLibrary: true };
  }
  return foundModule(packageModule(name, module.members ?? {}, (m, attribute) => lazyMember(m, name, module, attribute)));
}

/** Further members of a module with Python text: those in code, and other places for its names. */
function membersOf(name: string): PyModule {
  const module = libraryModule(name) ?? {};
  const more = hostFunction("__getattr__", "name", (m, attribute = null) => {
    const found = lazyMember(m, name, module, String(attribute));
    if (found === undefined) throw raised("AttributeError", `module '${name}' has no attribute '${String(attribute)}'`);
    return found;
  });
  return hostModule(hiddenName(name), { ...module.members, __getattr__: more });
}

/**
 * A name that a module takes from elsewhere: a module inside it, a name of another module, a part that is not
 * supported.
 */
function lazyMember(m: Runtime, name: string, module: LibraryModule, attribute: string): Value | undefined {
  if (attribute === "__all__") return new PyList(starNames(m, name));
  const inner = submoduleOf(name, attribute);
  if (inner !== undefined) return m.importModule(inner, { isGuarded: true });
  for (const other of isPassedOn(name, attribute) ? (module.from ?? []) : []) {
    const found = m.importModule(other, { isGuarded: true });
    const value = found instanceof PyModule ? (found.names.get(attribute) ?? found.lazy?.(m, attribute)) : undefined;
    // Those that take the names of a module do not take the modules inside it.
    const isInside = value instanceof PyModule && value.name === `${other}.${attribute}`;
    if (value !== undefined && !(value instanceof MissingObject) && !isInside) return value;
  }
  const inside = `${name}.${attribute}`;
  if (isModuleAttribute(name, attribute)) return m.importModule(inside, { isGuarded: true });
  const borrowed = borrowedName(m, name, attribute);
  if (borrowed !== undefined) return borrowed;
  return isReferenceName(name, attribute) && !isImportedAlone(inside) ? new MissingObject(inside) : undefined;
}
