/**
 * The licenses of what reaches the page by other ways than an import of a script: fonts, styles, what the editor has
 * taken in; and the page's own.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const root = fileURLToPath(new URL("../..", import.meta.url));
const packages = join(root, "app", "node_modules");

/** An entry in the form that the bundler gives the others. */
function entry(folder: string, file: string): string {
  const { name, version, license }: Record<string, string> = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return `## ${name} - ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
}

/** Adds to `licenses.md`, as the bundler makes it of the scripts, what else the page is made of. */
export function allLicenses(hasEditor: boolean): Plugin {
  return {
    name: "all-licenses",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const asset = bundle["licenses.md"];
        if (asset?.type !== "asset") return this.error("There is no `licenses.md` to add to.");
        const sheets = ["@fontsource-variable/inter", "@fontsource-variable/jetbrains-mono", "tailwindcss"].map((name) =>
          entry(join(packages, name), "LICENSE"),
        );
        const taken = join(packages, "monaco-editor");
        if (hasEditor && existsSync(join(taken, "ThirdPartyNotices.txt"))) sheets.push(entry(taken, "ThirdPartyNotices.txt"));
        asset.source = [entry(root, "LICENSE"), `${asset.source}`, ...sheets].join("\n");
      },
    },
  };
}
