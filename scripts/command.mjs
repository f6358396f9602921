// Runs the command `relayscope` from the sources: builds it into .cache, again if a source is newer.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bin, root, run } from "./install.mjs";

const builds = join(root, ".cache", "command");
const hour = 3_600_000;

/** What the sources are, by names, sizes and times. */
function stateOfSources() {
  const hash = createHash("sha256");
  const add = (path) => {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  };
  for (const name of readdirSync(join(root, "packages")).sort()) {
    const folder = join(root, "packages", name, "src");
    if (!existsSync(folder)) continue;
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const path of files.map((entry) => join(entry.parentPath, entry.name)).sort()) add(path);
  }
  for (const name of ["pnpm-lock.yaml", "scripts/build/command.config.ts"]) add(join(root, name));
  return hash.digest("hex").slice(0, 16);
}

/** The built command. Two that build at once each make a folder; the first one's stays. */
function builtCommand() {
  const folder = join(builds, stateOfSources());
  const file = join(folder, "relayscope.js");
  if (existsSync(file)) return file;
  const own = `${folder}.${process.pid}`;
  const args = ["build", "--config", join(root, "scripts/build/command.config.ts"), "--outDir", own];
  const code = run(bin("vite"), args, { stdio: ["ignore", 2, 2] });
  if (code !== 0) process.exit(code);
  try {
    renameSync(own, folder);
  } catch {
    rmSync(own, { recursive: true, force: true });
  }
  return file;
}

/** Builds of older sources go, but for those of the last hour, which may be running. */
function removeOldBuilds(current) {
  for (const name of readdirSync(builds)) {
    const folder = join(builds, name);
    if (!current.startsWith(folder) && Date.now() - statSync(folder).mtimeMs > hour) rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the command in this process, in the folder that `npm run` was called in; it sets the exit code. */
export async function runCommand(args) {
  mkdirSync(builds, { recursive: true });
  const file = builtCommand();
  removeOldBuilds(file);
  process.chdir(process.env.INIT_CWD ?? process.cwd());
  process.argv.splice(1, process.argv.length, file, ...args);
  await import(pathToFileURL(file).href);
}
