/** A file with the page and a snapshot inside, opened from the disk. */
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { chip, expect, finished, open, showTab, test } from "./page.ts";

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
