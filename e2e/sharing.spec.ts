import { readFile } from "node:fs/promises";
import { deflateRawSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { chip, drawn, editor, expect, goTo, open, openExample, otherBrowser, outlineRow, showTab, test } from "./page.ts";

/** A link around bytes that the page's own encoder did not make: a length, then raw deflate. */
function forged(content: Buffer, stated = content.length): string {
  const prefix: number[] = [];
  for (let rest = stated; ; rest = Math.floor(rest / 128)) {
    prefix.push((rest & 127) | (rest > 127 ? 128 : 0));
    if (rest <= 127) break;
  }
  return `#s=1r.${Buffer.concat([Buffer.from(prefix), deflateRawSync(content, { level: 9 })]).toString("base64url")}`;
}

/** The position of the picture, what is drawn, and what is selected. */
function placeOf(page: Page) {
  return page.evaluate(() => {
    const pane = document.querySelector("[data-testid=graph-after]");
    const names = (what: string) => [...(pane?.querySelectorAll<HTMLElement>(what) ?? [])].map((e) => e.dataset.id).sort();
    return {
      place: pane?.querySelector<HTMLElement>(".react-flow__viewport")?.style.transform,
      nodes: names(".react-flow__node"),
      selected: names(".react-flow__node.selected"),
    };
  });
}

test("a link opens in a fresh browser on the same picture", async ({ page, browser }) => {
  await open(page);
  await goTo(page, "MergeCompilerRegions");
  await showTab(page, "Outline");
  await outlineRow(page, /^reshape/).click();
  await page.keyboard.press("2");
  await page.keyboard.press("c");
  await drawn(page);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByLabel("Link")).toHaveValue(/#s=2/);
  const link = await page.getByLabel("Link").inputValue();
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  await page.keyboard.press("Escape");
  const there = await placeOf(page);

  const fresh = await otherBrowser(browser);
  await open(fresh.page, link);
  await expect(chip(fresh.page, "MergeCompilerRegions")).toHaveAttribute("aria-checked", "true");
  await fresh.page.getByRole("button", { name: "Colors and more" }).click();
  await expect(fresh.page.getByRole("checkbox", { name: /^Constants/ })).not.toBeChecked();
  await fresh.page.keyboard.press("Escape");
  await expect(fresh.page.getByTestId("graph-before")).toHaveCount(0);
  await showTab(fresh.page, "Outline");
  await expect(outlineRow(fresh.page, /^reshape/)).toHaveAttribute("aria-selected", "true");
  await expect.poll(() => placeOf(fresh.page)).toEqual(there);
  expect(fresh.complaints).toEqual([]);
  await fresh.context.close();
});

const script = '<img src=x onerror="alert(1)"><script>alert(1)</script>';
const view = {
  stage: 1,
  selection: { stage: 1, nodes: [1, 2, 99999] },
  panes: "split",
  collapsed: [77777],
  hideVariables: false,
  hideConstants: false,
  showAnnotations: false,
};
const header = {
  pipeline: [{ pass: script, options: { [script]: script } }],
  target: script,
  customTargets: [],
  optLevel: 2,
  bindParameters: false,
  view,
};

test("a link that would inflate to 64 MiB gives a message and the first example; script in every string of a link stays text", async ({
  page,
}) => {
  await open(page, forged(Buffer.alloc(64 * 1024 * 1024, 120), 1000));
  await expect(page.locator("[data-notice=link]")).toContainText(/link/i);
  await expect(chip(page, "PartitionGraph")).toHaveAccessibleName(/3 regions/);

  await page.goto("about:blank");
  await open(page, forged(Buffer.from(`${JSON.stringify(header)}\n${script}`)));
  await expect(page.getByRole("radio", { name: /<img src=x/ })).toBeVisible();
  await expect(await editor(page)).toContainText("onerror");
  for (const tab of ["Pipeline", "Target", "Outline"]) await showTab(page, tab);
  expect(await page.evaluate(() => document.querySelectorAll("img[src=x]").length)).toBe(0);
});

test("a saved file opens again", async ({ page }) => {
  await open(page);
  await chip(page, "AnnotateTarget").click();
  await page.getByRole("button", { name: "Share" }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as a file" }).click()]);
  const path = await download.path();
  await page.keyboard.press("Escape");
  await openExample(page, /Two targets/);
  await expect(chip(page, "PartitionGraph")).toHaveAccessibleName(/vector-unit/);
  await page.getByLabel("Open a file", { exact: true }).setInputFiles({
    name: "a.relayscope.json",
    mimeType: "application/json",
    buffer: await readFile(path),
  });
  await expect(chip(page, "AnnotateTarget")).toHaveAttribute("aria-checked", "true");
  await expect(chip(page, "PartitionGraph")).toHaveAccessibleName(/3 regions of byoc-target/);
});

test("a link keeps the panes that the page chose", async ({ page, browser }) => {
  await open(page);
  const division = (of: Page) => of.locator("main > [data-division]");
  await expect(division(page)).toHaveAttribute("data-division", "across");
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByLabel("Link")).toHaveValue(/#s=2/);
  const link = await page.getByLabel("Link").inputValue();
  // By itself, a window of this shape would divide the picture in the other direction.
  const fresh = await otherBrowser(browser, { viewport: { width: 800, height: 1600 } });
  await open(fresh.page);
  await expect(division(fresh.page)).toHaveAttribute("data-division", "down");
  // The link may change before the code that follows the address is loaded.
  await open(fresh.page, link);
  await expect(division(fresh.page)).toHaveAttribute("data-division", "across");
  await fresh.context.close();
});
