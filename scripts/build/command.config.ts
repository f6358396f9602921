/**
 * How the command `relayscope` is built: plain JavaScript for Node, which loads what a command needs when it is asked
 * for.
 */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

export default defineConfig({
  logLevel: "warn",
  root: path("packages/cli"),
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: path("packages/cli/src/main.ts"),
    outDir: path("packages/cli/dist"),
    emptyOutDir: true,
    target: "node20",
    rolldownOptions: {
      output: {
        entryFileNames: "relayscope.js",
        chunkFileNames: "[name]-[hash].js",
        banner: (chunk) => (chunk.isEntry ? "#!/usr/bin/env node" : ""),
      },
    },
  },
});
