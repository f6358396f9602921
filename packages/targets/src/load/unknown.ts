/** The import whose value a file needs while it is read, where that ends the reading. */
import { nearestName } from "@relayscope/ir";
import { type Machine, PyException, StandIn } from "@relayscope/python";
import { NotBuilt } from "../diagnostics.ts";
import { libraryModule } from "../library/modules.ts";
import { starNames } from "../library/starNames.ts";
import type { Finder } from "./finder.ts";
import type { Files } from "./paths.ts";

/**
 * The whole name of the import that an exception is about, as `vendor_sdk.version`; undefined for other exceptions.
 * Called where the exception leaves the file: the frame that raised it is still there.
 */
export function unknownImport(machine: Machine, finder: Finder, files: Files, error: unknown): string | undefined {
  const misused = finder.misusedIn(error);
  if (misused !== undefined) return misused;
  if (error instanceof NotBuilt) return error.part.replace(/[([].*$/, "");
  if (!isAboutImport(error)) return undefined;
  const { frame } = machine;
  const text = frame && files.get(frame.code.file)?.split("\n")[frame.line - 1];
  if (!frame || text === undefined) return undefined;
  // An error of a comparison or an unpacking does not contain the name: it is among the names of the line.
  const names = [...text.matchAll(/[\p{ID_Start}_][\p{ID_Continue}]*/gu)].map(([name]) => frame.globals.get(name));
  return names.find((value) => value instanceof StandIn)?.name;
}

/** The name that is meant by a misspelled import, where one is near. */
export function nearImport(machine: Machine, unknown: string): string | undefined {
  const dot = unknown.lastIndexOf(".");
  const module = unknown.slice(0, Math.max(0, dot));
  return libraryModule(module) && nearestName(unknown.slice(dot + 1), starNames(machine, module));
}

/** The name or attribute that is meant by the one that an exception says is not there, where one is near. */
export function nearMissed({ missed }: PyException): string | undefined {
  return missed && nearestName(missed.name, missed.among());
}

/** Whether an exception says that an operation has no such operand, which has no name in it. */
function isAboutImport(error: unknown): boolean {
  const [message] = error instanceof PyException ? error.args.items : [];
  return typeof message === "string" && message.includes("'StandIn'");
}
