/** The package that the command is in, and the page that was built into it. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

interface Manifest {
  readonly name: string;
  readonly version: string;
}

function manifestIn(folder: string): Manifest | undefined {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return undefined;
  const { name, version }: Partial<Manifest> = JSON.parse(readFileSync(file, "utf8"));
  return name === "relayscope" && version !== undefined ? { name, version } : undefined;
}

/** The nearest folder upward that is the package `relayscope`. */
function ownFolder(): string | undefined {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (manifestIn(folder)) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/** The version in the package's manifest. */
export function ownVersion(): string {
  const folder = ownFolder();
  return (folder === undefined ? undefined : manifestIn(folder)?.version) ?? "unknown";
}

/** The folder of the built page; undefined if it was not built. */
export function pageFolder(): string | undefined {
  const folder = ownFolder();
  return folder !== undefined && existsSync(join(folder, "dist", "index.html")) ? join(folder, "dist") : undefined;
}

/** The built page as a template for snapshots; undefined if it was not built. */
export function fileTemplate(): string | undefined {
  const folder = pageFolder();
  const file = folder === undefined ? undefined : join(folder, "offline.html");
  return file !== undefined && existsSync(file) ? readFileSync(file, "utf8") : undefined;
}
