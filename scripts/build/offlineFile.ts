/**
 * The page as one file that opens without a server and asks the network for nothing: `dist/offline.html`. Scripts,
 * styles, fonts and workers are inside; the full editor does not, as it is larger than all of the rest. What a file
 * shows is put into its head by `htmlFile` of packages/share.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { build, type InlineConfig, type Plugin, type Rolldown } from "vite";
import { snapshotMark } from "../../packages/share/src/snapshotMark.ts";
import { allLicenses } from "./licenses.ts";

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/**
 * A script's text as it may be between tags: in scripts, what would end or nest them is in strings and expressions
 * alone.
 */
function scriptText(code: string): string {
  return code.replace(/<\/(?=script)/gi, "<\\/").replace(/<!--/g, "\\x3C!--");
}

function inlineScript(code: string, type = ""): { readonly tag: string; readonly hash: string } {
  const text = scriptText(code);
  return { tag: `<script${type}>${text}</script>`, hash: `'sha256-${createHash("sha256").update(text).digest("base64")}'` };
}

/** Nothing may be asked of any server, and no script runs but those that were built. */
function policy(hashes: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src ${hashes.join(" ")}`,
    "worker-src blob:",
    "style-src 'unsafe-inline'",
    "font-src data:",
    "img-src data: blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** What was built, put into one page. */
function page(script: string, style: string, licenses: string): string {
  const theme = inlineScript(readFileSync(path("public/theme.js"), "utf8"));
  const main = inlineScript(script, ' type="module"');
  const icon = Buffer.from(readFileSync(path("public/icon.svg"))).toString("base64");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy([theme.hash, main.hash])}">
${snapshotMark}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:image/svg+xml;base64,${icon}">
${theme.tag}
<style>${style.replace(/<\/(?=style)/gi, "<\\/")}</style>
</head>
<body>
<div id="root"></div>
<noscript>Relayscope runs in the browser and needs JavaScript. Nothing leaves your machine.</noscript>
${main.tag}
<script type="text/plain" id="licenses">
${licenses.replace(/<(?=\/?script|!--)/gi, "&lt;")}
</script>
</body>
</html>
`;
}

/** Puts the bundle's one script and one sheet into one page, and nothing else out. */
function assemble(): Plugin {
  return {
    name: "one-file",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const files = Object.values(bundle);
        const chunks = files.filter((file): file is Rolldown.OutputChunk => file.type === "chunk");
        const assets = files.filter((file): file is Rolldown.OutputAsset => file.type === "asset");
        const textOf = (ending: string) =>
          assets
            .filter((a) => a.fileName.endsWith(ending))
            .map((a) => (typeof a.source === "string" ? a.source : Buffer.from(a.source).toString("utf8")));
        const other = assets.filter((a) => !/\.(?:html|css|md)$/.test(a.fileName));
        const [chunk] = chunks;
        if (!chunk || chunks.length > 1 || other.length > 0) {
          this.error(`The file is to be one script; there are ${[...chunks, ...other].map((f) => f.fileName).join(", ")}.`);
        }
        for (const name of Object.keys(bundle)) delete bundle[name];
        this.emitFile({
          type: "asset",
          fileName: "offline.html",
          source: page(chunk.code, textOf(".css").join("\n"), textOf(".md").join("\n")),
        });
      },
    },
  };
}

const offline: InlineConfig = {
  configFile: false,
  mode: "offline",
  root: path("app"),
  publicDir: false,
  base: "./",
  logLevel: "warn",
  define: { "process.env.NODE_ENV": '"production"' },
  resolve: {
    alias: [
      { find: /^\.\/relayWorker\.ts$/, replacement: path("app/offline/relayWorker.ts") },
      // What needs the full editor has a stand-in of its name there.
      { find: /^\..*\/monaco\/(\w+\.tsx?)$/, replacement: path("app/offline/$1") },
      { find: /^\.\/painterWorker\.ts$/, replacement: path("app/offline/painterWorker.ts") },
      { find: /^\.\/modelWorker\.ts$/, replacement: path("app/offline/modelWorker.ts") },
    ],
  },
  plugins: [react(), tailwindcss(), allLicenses(false), assemble()],
  build: {
    outDir: path("dist"),
    emptyOutDir: false,
    target: "es2022",
    chunkSizeWarningLimit: 8000,
    assetsInlineLimit: Number.POSITIVE_INFINITY,
    cssCodeSplit: false,
    modulePreload: false,
    license: { fileName: "licenses.md" },
    rolldownOptions: { output: { codeSplitting: false }, checks: { pluginTimings: false } },
  },
  worker: { format: "iife", rolldownOptions: { output: { codeSplitting: false } } },
};

/** Builds `dist/offline.html` once the page is built. */
export function offlineFile(): Plugin {
  return {
    name: "offline-file",
    apply: "build",
    closeBundle: {
      sequential: true,
      async handler() {
        await build(offline);
      },
    },
  };
}
