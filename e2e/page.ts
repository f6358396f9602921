/** What the browser tests share: a page that must stay free of console errors, and words for what is on it. */
import { test as base, expect, type Locator, type Page } from "@playwright/test";
import type { Snapshot } from "../packages/share/src/index.ts";

export const test = base.extend<{ page: Page }>({
  page: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    await use(page);
    expect(complaints).toEqual([]);
  },
});

export { expect };

/** Opens the page, and waits for the run to end. */
export async function open(page: Page, hash = ""): Promise<void> {
  await page.goto(`./${hash}`);
  await finished(page);
}

/** Waits until the run in hand has ended and the picture stands. */
export async function finished(page: Page): Promise<void> {
  await expect(page.getByLabel("Worker", { exact: true })).toHaveAttribute("data-status", "finished");
}

/** Waits until a pane shows what was asked for last, laid out for the pane as it is, and all that is in sight stands. */
export async function drawn(page: Page, pane: "before" | "after" = "after"): Promise<void> {
  await expect(page.getByTestId(`graph-${pane}`)).toHaveAttribute("aria-busy", "false");
}

/** The chip of a pass in the strip. */
export function chip(page: Page, name: string): Locator {
  return page.getByRole("radiogroup", { name: "Passes" }).getByRole("radio", { name: new RegExp(`^${name}`) });
}

/** Waits for the full editor, and gives its field. */
export async function editor(page: Page): Promise<Locator> {
  await expect(page.locator(".monaco-editor .view-line").first()).toBeVisible({ timeout: 30_000 });
  return page.locator(".monaco-editor").first();
}

/** Puts `text` in the place of all there is in the editor, and waits until it is there: from then on its run is in hand. */
export async function write(page: Page, text: string): Promise<void> {
  const field = await editor(page);
  await field.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await page.evaluate((t) => navigator.clipboard.writeText(t), text);
  await page.keyboard.press("ControlOrMeta+v");
  const [word = ""] = /\S+/.exec(text) ?? [];
  await expect(field.locator(".view-lines")).toContainText(word);
}

/** The picture of a pane; its name says what it shows. */
export function picture(page: Page, pane: "before" | "after"): Locator {
  return page.getByTestId(`graph-${pane}`).getByRole("region");
}

/** A node of a pane's picture by its label. */
export function box(page: Page, label: string | RegExp, pane: "before" | "after" = "after"): Locator {
  return page.getByTestId(`graph-${pane}`).locator(".react-flow__node").filter({ hasText: label });
}

/** A line of the outline. */
export function outlineRow(page: Page, name: string | RegExp): Locator {
  return page.getByRole("tree").getByRole("treeitem", { name });
}

/** Opens the menu beside the shown pass's chip. */
export async function passMenu(page: Page, name: string): Promise<Locator> {
  await page.getByRole("button", { name: `More on ${name}` }).click();
  return page.getByRole("dialog", { name: `More on ${name}` });
}

/** Shows a tab of the left side, or of the inspector. */
export async function showTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole("tab", { name, exact: true });
  if (name === "Outline" && (await tab.count()) === 0) {
    await page.getByRole("button", { name: "View", exact: true }).click();
    await page.getByRole("menuitem", { name: /^Outline/ }).click();
    // Under the menu the pointer would rest on the picture, which fades what it is not on.
    await page.mouse.move(2, 2);
  } else await tab.click();
}

/** What a link holds at least. */
export const emptySnapshot: Snapshot = {
  text: "",
  pipeline: undefined,
  target: "",
  customTargets: [],
  optLevel: 2,
  bindParameters: false,
  view: {
    stage: 1_000,
    selection: undefined,
    panes: "split",
    collapsed: [],
    camera: undefined,
    hideVariables: false,
    hideConstants: false,
    showAnnotations: false,
  },
};
