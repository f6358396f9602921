/** For bundles that run in the project: keeps each module's own address, as its files are next to the source. */
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

export const ownAddress: Plugin = {
  name: "own-address",
  enforce: "pre",
  transform(code, id) {
    if (!code.includes("import.meta.url")) return;
    return { code: code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href)), map: null };
  },
};

/** What such bundles import from the project's own node_modules. */
export const tools = ["vitest", "fast-check", "vite", "@playwright/test"];
