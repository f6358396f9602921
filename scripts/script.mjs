// Runs a script of the project that is written in TypeScript: builds it into a folder of its own, then runs it.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bin, root, run } from "./install.mjs";

/** Runs a script in the project's folder, with its output shown. Returns its exit code. */
export function runScript(file, args = [], flags = []) {
  if (!file.endsWith(".ts") || !existsSync(join(root, file))) {
    console.error(`No script "${file}". Name its file, as a path from the project's folder.`);
    return 2;
  }
  mkdirSync(join(root, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(root, ".cache", "script-"));
  // Ctrl-C ends the script. This process stays until the folder is removed.
  process.on("SIGINT", () => {});
  try {
    const config = join(root, "scripts/build/script.config.ts");
    const code = run(bin("vite"), ["build", "--config", config, "--ssr", join(root, file), "--outDir", folder]);
    return code === 0 ? run(process.execPath, ["--enable-source-maps", ...flags, join(folder, "script.js"), ...args]) : code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
