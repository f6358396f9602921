import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { commandLine } from "./scripts/build/commandLine.ts";
import { allLicenses } from "./scripts/build/licenses.ts";
import { offlineFile } from "./scripts/build/offlineFile.ts";
import { serviceWorker } from "./scripts/build/serviceWorker.ts";

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Puts the content security policy into the built page; the development server needs inline scripts and has none. */
function contentSecurityPolicy(): Plugin {
  return {
    name: "content-security-policy",
    apply: "build",
    transformIndexHtml: () => [
      { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: policy }, injectTo: "head-prepend" },
    ],
  };
}

/** Whether a module is one of these, by paths without their ending. */
const isOneOf = (paths: readonly string[]) => (id: string) =>
  paths.some((path) => id.endsWith(`/${path}.ts`) || id.endsWith(`/${path}.js`) || id.endsWith(`/${path}.mjs`));

const below = (folder: string, names: string) => names.split(" ").map((name) => `${folder}/${name}`);

/**
 * Small modules that the first picture and later parts share. Each would be a script of its own, which packs worse than
 * one of all.
 */
const ofFirstPicture = [
  ...below("app/src/state", "board changes drawn model page play snapshots viewFlags actions/context actions/newDocument"),
  ...below("app/src/state/slices", "document panels run selection view"),
  ...below("app/src", "hooks/useLoaded ui/format ui/part"),
  ...below("packages/files/src", "diagnostics limits"),
  ...below("packages/graph/src", "edgeWords isMap segments layout/lettering"),
  ...below("packages/ir/src", "at words"),
  ...below("react", "jsx-runtime cjs/react-jsx-runtime.production"),
  ...below("lucide-react/dist/esm", "createLucideIcon Icon context"),
];

/** The same of the workers: the compiler's core, which all of their parts share. */
const ofCore = [
  ...below("packages/ir/src", "assertNever at attributes constant diagnostics disjointSets expressions lineage lists mapOrder module"),
  ...below("packages/ir/src", "moduleOrder nearestName numberedNodes rewrite task tensors traverse typeExtent types words"),
  ...below("packages/infer/src", "assume calls diagnostics exhaustiveness inferTypes inference kinds patterns separateConstants"),
  ...below("packages/infer/src", "settle signatures solver substitute visit wellFormed"),
  ...below("packages/regions/src", "annotations counts crossings regionSet rings stageRegions"),
  ...below("packages/text/src", "lex/characters lex/strings"),
  ...below("packages/passes/src", "byoc/partitioningPasses core/pass"),
];

export default defineConfig({
  root: "app",
  publicDir: "../public",
  base: "./",
  resolve: {
    alias: {
      "d3-color": fileURLToPath(new URL("app/stubs/d3Color.ts", import.meta.url)),
      // React has the hook itself: what stands in for it in older versions is not needed.
      "use-sync-external-store/shim/with-selector.js": "use-sync-external-store/with-selector.js",
    },
  },
  plugins: [react(), tailwindcss(), contentSecurityPolicy(), allLicenses(true), offlineFile(), commandLine(), serviceWorker()],
  build: {
    outDir: "../dist",
    emptyOutDir: true,
    target: "es2022",
    chunkSizeWarningLimit: 4000,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Of what is loaded later, styles alone are named ahead: the names of all its scripts would be script that the
      // first picture waits for.
      resolveDependencies: (_, files, { hostType }) => (hostType === "html" ? files : files.filter((file) => file.endsWith(".css"))),
    },
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: { codeSplitting: { groups: [{ name: "page", test: isOneOf(ofFirstPicture) }] } },
    },
    license: { fileName: "licenses.md" },
  },
  worker: {
    format: "es",
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "core", test: isOneOf(ofCore) }] } } },
  },
  preview: { port: 4173 },
  server: { port: 5173 },
});
