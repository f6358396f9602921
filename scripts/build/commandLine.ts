/** The command `relayscope` as plain JavaScript for Node, for the package that `npm pack` makes: `packages/cli/dist/relayscope.js`. */
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** Builds the command once the page is built. */
export function commandLine(): Plugin {
  return {
    name: "command-line",
    apply: "build",
    closeBundle: {
      sequential: true,
      async handler() {
        await build({
          configFile: false,
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
      },
    },
  };
}
