/**
 * The unit tests as bundles for Node. From sources, Vitest would take 6 s before the first test, and every use of an
 * import would be a call of a getter.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, posix, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";
import { countWork } from "./countWork.ts";
import { ownAddress, tools } from "./ownAddress.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const seed = "packages/cases/src/seed.ts";

/** Keeps what `import()` gives: Vitest asks a thread and its main process about each call, and tests make thousands. */
const keptImports: Plugin = {
  name: "kept-imports",
  renderChunk(code, { fileName }) {
    const kept = "(globalThis.__imports ??= {})";
    const keyOf = (path: string) => JSON.stringify(posix.join(posix.dirname(fileName), path));
    return code.replace(/\bimport\("(\.[^"]*)"\)/g, (call, path: string) => `(${kept}[${keyOf(path)}] ??= ${call})`);
  },
};

async function bundle(files: readonly string[], outDir: string, plugins: readonly Plugin[]): Promise<void> {
  await build({
    configFile: false,
    mode: "test",
    root,
    logLevel: "error",
    publicDir: false,
    plugins: [ownAddress, keptImports, ...plugins],
    ssr: { noExternal: true, external: tools },
    build: {
      ssr: true,
      target: "node20",
      outDir,
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: Object.fromEntries(files.map((file) => [file, join(root, file)])),
        output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
      },
    },
  });
}

/** The source of a bundle, as a path from the root. */
export function sourceOf(bundle: string): string {
  return relative(root, bundle)
    .replace(/^\.cache\/[^/]+\/\w+\//, "")
    .replace(/\.js$/, "");
}

/**
 * Bundles all unit tests, into a folder that the process removes at its end: another run can begin meanwhile. A bundle is
 * named as its source, with `.js` at its end. Returns the folder and the module to load before each file, as paths from
 * the root.
 */
export async function bundledTests(): Promise<{ readonly folder: string; readonly setup: string }> {
  mkdirSync(join(root, ".cache"), { recursive: true });
  const made = mkdtempSync(join(root, ".cache", "tests-"));
  process.once("exit", () => rmSync(made, { recursive: true, force: true }));
  const folder = relative(root, made);
  const tests = [...readdirSync(join(root, "packages")).map((name) => `packages/${name}/test`), "app/test"];
  const files = tests
    .filter((name) => existsSync(join(root, name)))
    .flatMap((name) => readdirSync(join(root, name), { recursive: true, encoding: "utf8" }).map((file) => `${name}/${file}`))
    .filter((name) => /\.test\.tsx?$/.test(name));
  const isCounting = (file: string) => readFileSync(join(root, file), "utf8").includes("@relayscope/cases/work");
  await Promise.all([
    bundle([seed, ...files.filter((file) => !isCounting(file))], `${folder}/plain`, []),
    bundle(files.filter(isCounting), `${folder}/counting`, [countWork(join(root, "packages/cases/src/counter.ts"))]),
  ]);
  return { folder, setup: `${folder}/plain/${seed}.js` };
}
