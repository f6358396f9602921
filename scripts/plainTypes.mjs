// `node --import ./scripts/plainTypes.mjs FILE.ts`: runs TypeScript with its types taken out and nothing put in, as the built page runs it. tsx
// names every function again each time it is made, which costs a quarter of the time of some passes.
import { readFile } from "node:fs/promises";
import { register } from "node:module";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";
import { transformWithOxc } from "vite";

if (isMainThread) register(import.meta.url);

export async function load(url, context, next) {
  if (!url.endsWith(".ts")) return next(url, context);
  const path = fileURLToPath(url);
  const { code } = await transformWithOxc(await readFile(path, "utf8"), path, { sourcemap: false });
  return { format: "module", source: code, shortCircuit: true };
}
