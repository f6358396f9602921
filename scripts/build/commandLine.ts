/** The command `relayscope` for the package that `npm pack` makes: `packages/cli/dist/relayscope.js`. */
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";

/** Builds the command once the page is built. */
export function commandLine(): Plugin {
  return {
    name: "command-line",
    apply: "build",
    closeBundle: {
      sequential: true,
      async handler() {
        await build({ configFile: fileURLToPath(new URL("command.config.ts", import.meta.url)) });
      },
    },
  };
}
