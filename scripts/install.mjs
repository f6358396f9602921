// Makes node_modules agree with the lockfile. Needs only Node and npm: pnpm itself comes through npx, at the version
// package.json names.
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Runs a command of the project with its output shown. Returns its exit code, or 1 if a signal ended it. */
export function run(command, args, options = {}) {
  try {
    execFileSync(command, args, { cwd: root, stdio: "inherit", ...options });
    return 0;
  } catch (error) {
    if (typeof error.status === "number") return error.status;
    if (error.signal) return 1;
    throw error;
  }
}

/**
 * Starts a command of the project in parallel with others. Returns its exit code and, if its output is not shown
 * directly, the output.
 */
export function start(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], ...options });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Installs with a frozen lockfile, unless it was done already for this very lockfile. */
export function install() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Relayscope needs Node 20.19 or newer; this is ${process.versions.node}.`);
    process.exit(1);
  }
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "pnpm-lock.yaml")))
    .digest("hex");
  const stamp = join(root, "node_modules", ".installed-lock");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const code = run("npx", ["--yes", packageManager, "install", "--frozen-lockfile", "--prefer-offline", "--reporter=append-only"], {
    stdio: ["ignore", 2, 2],
    env: { ...process.env, CI: "true" },
  });
  if (code !== 0) {
    console.error("The install did not succeed; see above. It needs the npm registry once.");
    process.exit(code);
  }
  mkdirSync(join(root, "node_modules"), { recursive: true });
  writeFileSync(stamp, lock);
}

/** A tool of the project's own node_modules. */
export function bin(name) {
  return join(root, "node_modules", ".bin", name);
}
