/** The service worker of `app/serviceWorker`, with the names of the files that were built: `dist/sw.js`. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** The files below `folder`, with slashes, in a steady order. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort();
}

/** Builds `dist/sw.js` once everything else is built. */
export function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    closeBundle: {
      sequential: true,
      order: "post",
      async handler() {
        const dist = path("dist");
        const files = filesBelow(dist).filter((file) => file !== "sw.js");
        const hash = createHash("sha256");
        for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(dist, file)));
        await build({
          configFile: false,
          logLevel: "warn",
          publicDir: false,
          define: { builtFiles: JSON.stringify(files), builtVersion: JSON.stringify(hash.digest("hex").slice(0, 16)) },
          build: {
            outDir: dist,
            emptyOutDir: false,
            target: "es2022",
            modulePreload: false,
            rolldownOptions: {
              input: path("app/serviceWorker/serviceWorker.ts"),
              output: { entryFileNames: "sw.js", format: "iife" },
            },
          },
        });
      },
    },
  };
}
