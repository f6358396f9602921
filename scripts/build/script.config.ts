/** How a script of the project is built before it runs: one file for Node, without what types need at run time. */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { ownAddress, tools } from "./ownAddress.ts";

export default defineConfig({
  logLevel: "error",
  root: fileURLToPath(new URL("../..", import.meta.url)),
  publicDir: false,
  plugins: [ownAddress],
  ssr: { noExternal: true, external: tools },
  build: { target: "node20", minify: false, sourcemap: true, rolldownOptions: { output: { entryFileNames: "script.js" } } },
});
