/**
 * The package that `npm pack` makes of what was built: installed into an empty folder, it has the command and the page.
 */
import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { chip, expect, finished, picture, test } from "./page.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);
let folder = "";
let command = "";

// One package for both.
test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "relayscope-"));
  await run("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder], { cwd: root });
  const [tarball = ""] = (await readdir(folder)).filter((name) => name.endsWith(".tgz"));
  const home = join(folder, "home");
  await mkdir(home);
  await writeFile(join(home, "package.json"), "{}");
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--silent", join(folder, tarball)], { cwd: home });
  command = join(home, "node_modules", ".bin", "relayscope");
});

test.afterAll(() => rm(folder, { recursive: true }));

test("the command runs a module, and puts it into a file that opens by itself", async ({ page }) => {
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  expect((await run(command, ["--version"])).stdout).toBe(`${version}\n`);
  const module = join(root, "public", "examples", "stop-fusion.relay");
  const text = await run(command, ["run", module, "--target", "dnnl"]);
  expect(text.stdout).toContain("@tvmgen_default_dnnl_main_0");
  const html = await run(command, ["run", module, "--target", "dnnl", "--format", "html"], { maxBuffer: 64 * 1024 * 1024 });
  const file = join(folder, "stop fusion.html");
  await writeFile(file, html.stdout);
  await page.goto(pathToFileURL(file).href);
  await finished(page);
  await expect(page).toHaveTitle("stop-fusion.relay for dnnl: PruneDnnlSubgraphs · Relayscope");
  await expect(picture(page, "after")).toHaveAccessibleName(/after PruneDnnlSubgraphs.*[1-9]\d* regions?/);
});

test("the command serves the page", async ({ page }) => {
  const server = spawn(command, ["serve", "--port", "0", "--base", "relay/scope"]);
  const end = new Promise((done) => server.once("exit", done));
  try {
    const address = await new Promise<string>((done, fail) => {
      server.stdout.once("data", (line) => done(String(line).trim()));
      server.once("exit", (code) => fail(new Error(`the server ended with ${code}`)));
    });
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/relay\/scope\/$/);
    await page.goto(address);
    await finished(page);
    await expect(chip(page, "PartitionGraph")).toHaveAccessibleName(/3 regions of byoc-target/);
    expect(await page.evaluate(async () => (await document.fonts.ready).check('12px "Inter Variable"'))).toBe(true);
  } finally {
    // What the page would still load must not find the server gone.
    await page.goto("about:blank");
    server.kill();
    expect(await end).toBe(0);
  }
});
