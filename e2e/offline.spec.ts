/**
 * The page without a network, and on paper: kept by the browser, under any path of a server; and as a file with a
 * snapshot inside, opened from the disk.
 */
import { cp, readFile, writeFile } from "node:fs/promises";
import type { Server } from "node:http";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { pageServer } from "../packages/cli/src/servePage.ts";
import { chip, editor, expect, finished, open, showTab, test } from "./page.ts";

test.use({ isAlone: true });

const title = `</title></script><script>document.title = "broken out"</script>`;
const note = `<img src=x onerror="document.title = 'broken out'">`;

test("an HTML file shows the picture without a server or a network", async ({ page, browser }, info) => {
  await open(page);
  await chip(page, "MergeCompilerRegions").click();
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Note").fill(note);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "HTML file" }).click()]);
  const path = info.outputPath("picture.html");
  await download.saveAs(path);
  const { href } = pathToFileURL(path);

  const context = await browser.newContext({ offline: true });
  const file = await context.newPage();
  const asked: string[] = [];
  const complaints: string[] = [];
  file.on("request", (request) => asked.push(request.url()));
  file.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  file.on("pageerror", (error) => complaints.push(String(error)));
  await file.goto(href);
  await finished(file);
  await expect(chip(file, "MergeCompilerRegions")).toHaveAttribute("aria-checked", "true");
  await expect(chip(file, "PartitionGraph")).toHaveAccessibleName(/3 regions of byoc-target/);
  await expect(file.locator("[data-notice=note]")).toContainText(`${title}: ${note}`);
  await expect(file).toHaveTitle(`${title} · Relayscope`);
  await expect(file.getByLabel("Relay text")).toHaveValue(/nn\.conv2d/);
  await showTab(file, "Target");
  await expect(file.getByRole("tabpanel", { name: "Target" })).toContainText("Patterns 2");
  await file.getByRole("button", { name: "Share" }).click();
  const [svg] = await Promise.all([file.waitForEvent("download"), file.getByRole("button", { name: "SVG" }).click()]);
  expect(await readFile(await svg.path(), "utf8")).toContain("conv2d");
  expect(asked.filter((url) => url !== href && !/^(?:blob|data):/.test(url))).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test("an HTML file whose snapshot is damaged says so", async ({ page, browser }, info) => {
  await open(page);
  await page.getByRole("button", { name: "Share" }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "HTML file" }).click()]);
  const whole = await readFile(await download.path(), "utf8");
  const context = await browser.newContext({ offline: true });
  for (const [from, to] of [
    [/content="s=2(.)\.(.{40})/, 'content="s=2$1.'],
    [/content="s=2/, 'content="x=2'],
  ] as const) {
    const path = info.outputPath("damaged.html");
    await writeFile(path, whole.replace(from, to));
    const file = await context.newPage();
    await file.goto(pathToFileURL(path).href);
    await expect(file.locator("[data-notice=link]")).toContainText("is damaged");
    await expect(file.locator("[data-notice=link]")).toContainText("Open a file, or paste a module.");
    await file.close();
  }
  await context.close();
});

const dist = fileURLToPath(new URL("../dist", import.meta.url));

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

test("the browser keeps the page, and a new version waits to be asked for", async ({ browser }, info) => {
  const folder = info.outputPath("dist");
  await cp(dist, folder, { recursive: true });
  const server = await pageServer(folder, "/sub/path/");
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const context = await browser.newContext({ serviceWorkers: "allow" });
  const page = await context.newPage();
  const address = `http://127.0.0.1:${portOf(server)}/sub/path/`;
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  try {
    await page.goto(address);
    await finished(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)).toBe("activated");

    // Without a network: the page, its editor and its gallery.
    await context.setOffline(true);
    await page.goto(`${address}?again`);
    await finished(page);
    await editor(page);
    await page.getByRole("banner").getByRole("button", { name: "Examples" }).click();
    await page.getByRole("menuitem", { name: /stop_fusion in the middle/ }).click();
    await expect(chip(page, "PartitionGraph")).toHaveAccessibleName(/2 regions of chain/);
    await context.setOffline(false);

    // A second build: another page, and a worker that says so.
    const index = await readFile(join(folder, "index.html"), "utf8");
    await writeFile(join(folder, "index.html"), index.replace("<title>Relayscope</title>", "<title>The next Relayscope</title>"));
    const worker = await readFile(join(folder, "sw.js"), "utf8");
    await writeFile(join(folder, "sw.js"), worker.replace(/[0-9a-f]{16}/, "0123456789abcdef"));
    await page.goto(address);
    await expect(page.locator("[data-notice=version]")).toContainText("new version");
    await expect(page).toHaveTitle("Relayscope");
    await expect(chip(page, "PartitionGraph")).toHaveAccessibleName(/2 regions of chain/);
    await page.getByRole("button", { name: "Load it now" }).click();
    await expect(page).toHaveTitle("The next Relayscope");
    await expect(chip(page, "PartitionGraph")).toHaveAccessibleName(/2 regions of chain/);
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
    server.closeAllConnections();
    server.close();
  }
});

test("prints the whole picture and the list of regions", async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.printed = "once";
    };
  });
  await open(page);
  await page.keyboard.press("ControlOrMeta+p");
  await expect(page.locator("html[data-printed=once]")).toHaveCount(1);
  await page.emulateMedia({ media: "print" });
  const sheet = page.locator(".print-sheet");
  await expect(sheet.getByRole("img")).toBeVisible();
  await expect(sheet.getByRole("row")).toHaveCount(4);
  await expect(sheet.getByRole("row").nth(1)).toContainText("add");
  await expect(page.locator("#root")).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await page.emulateMedia({ media: "screen" });
  await expect(sheet).toHaveCount(0);
  await expect(page.locator("#root")).toBeVisible();
});

test("the browser's own menu prints the same sheet", async ({ page }) => {
  await open(page);
  // The browser does not wait: the sheet must be in the page at once.
  const print = () =>
    page.evaluate(() => {
      dispatchEvent(new Event("beforeprint"));
      const isThere = document.querySelector(".print-sheet img") !== null;
      dispatchEvent(new Event("afterprint"));
      return isThere && document.querySelector(".print-sheet") === null;
    });
  const leaveAndPrint = async () => {
    await page.evaluate(() => dispatchEvent(new Event("blur")));
    return print();
  };
  await expect.poll(leaveAndPrint).toBe(true);
  await page.keyboard.press("ArrowLeft");
  await expect(chip(page, "MergeCompilerRegions")).toHaveAttribute("aria-checked", "true");
  expect(await print()).toBe(false);
});
