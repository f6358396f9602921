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

export default defineConfig({
  root: "app",
  publicDir: "../public",
  base: "./",
  resolve: { alias: { "d3-color": fileURLToPath(new URL("app/stubs/d3Color.ts", import.meta.url)) } },
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
    rolldownOptions: { checks: { pluginTimings: false } },
    license: { fileName: "licenses.md" },
  },
  worker: { format: "es" },
  preview: { port: 4173 },
  server: { port: 5173 },
});
