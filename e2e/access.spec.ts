import type { Page } from "@playwright/test";
import { accessible, accessibleInBothThemes } from "./axe.ts";
import { drawn, editor, expect, open, openExample, showTab, test } from "./page.ts";

for (const [width, height] of [
  [1280, 800],
  [1920, 1080],
] as const) {
  test(`axe finds nothing in either theme, ${width} wide`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height });
    await open(page);
    // Around the plain field in the one, around the full editor in the other.
    if (width === 1280) await editor(page);
    await accessibleInBothThemes(page);
    // The page as a whole was checked; what opens is checked by itself.
    for (const tab of ["Pipeline", "Target", "Outline"]) {
      await showTab(page, tab);
      await accessibleInBothThemes(page, "[role=tabpanel]");
    }
    await page.getByRole("treeitem", { name: /^reshape/ }).click();
    if (width === 1280) await page.getByRole("button", { name: "Show the inspector" }).click();
    for (const tab of ["Regions", "Selection", "Improve"]) {
      await showTab(page, tab);
      await accessibleInBothThemes(page, "aside");
    }
    await page.keyboard.press("3");
    await expect(page.getByRole("region", { name: "Text difference" })).toBeVisible();
    await accessibleInBothThemes(page, "main");
    await page.getByRole("banner").getByRole("button", { name: "Examples" }).click();
    await expect(page.getByRole("menuitem").first()).toBeVisible();
    await accessibleInBothThemes(page, "[role=menu]");
    await page.keyboard.press("Escape");
    for (const show of [() => page.getByRole("button", { name: "Share" }).click(), () => page.keyboard.press("?")]) {
      await show();
      await expect(page.getByRole("dialog")).toBeVisible();
      await accessibleInBothThemes(page, "[role=dialog]");
      await page.keyboard.press("Escape");
    }
  });
}

test("axe finds nothing on the blackboard, in the guide, in a lesson and in a frame", async ({ page }) => {
  await open(page);
  await page.keyboard.press("d");
  await expect(page.getByRole("main", { name: "Blackboard" })).toBeVisible();
  await accessible(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await expect(page.getByRole("heading", { level: 1 }).last()).toBeVisible();
  await accessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Learn" }).press("Enter");
  await page.getByRole("menuitem", { name: "Course" }).press("Enter");
  const lessons = page.getByRole("complementary", { name: "Lesson" });
  await expect(lessons.getByRole("listitem").first()).toBeVisible();
  await expect(lessons.getByRole("heading", { name: "Learn" })).toBeFocused();
  await accessible(page);
  await lessons.getByRole("listitem").first().getByRole("button").press("Enter");
  await expect(lessons.getByRole("heading", { level: 3 })).toBeFocused();
  await page.goto("./?embed");
  await expect(page.getByRole("complementary", { name: "Why" })).toBeVisible();
  await expect(page.getByTestId("graph-after").locator(".react-flow__node").first()).toBeVisible();
  await accessible(page);
});

test("Tab reaches every part in reading order", async ({ page }) => {
  await open(page);
  const seen: string[] = [];
  for (let i = 0; i < 24; i++) {
    await page.keyboard.press("Tab");
    seen.push(await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? ""));
    if (seen.at(-1) === "Relay text") break;
  }
  const order = ["Examples", "Target", "Search", "Share"].map((name) => seen.findIndex((s) => s.startsWith(name)));
  expect(order.every((at) => at >= 0)).toBe(true);
  expect(order).toEqual([...order].sort((a, b) => a - b));
});

/** What can be pressed, written in or moved, without what the picture draws and the lines of its legend. */
function visibleControls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button, a[href], input, textarea, [role=tab], [role=radio], [role=separator][tabindex]")]
      .filter(
        (e) => e.offsetWidth > 1 && e.checkVisibility({ visibilityProperty: true }) && !e.closest(".react-flow__viewport, .legend-bar"),
      )
      .map((e) => e.ariaLabel ?? e.textContent ?? ""),
  );
}

test("there are 25 controls at first sight, and 35 with the passes of a network", async ({ page }) => {
  await open(page);
  await drawn(page);
  await expect(page.getByTestId("graph-after").getByRole("group", { name: /^Colors/ })).toBeVisible();
  expect((await visibleControls(page)).length).toBeLessThanOrEqual(25);
  await openExample(page, /ResNet-18/);
  await expect(page.getByRole("group", { name: /^Colors/ }).first()).toContainText(/\d$/);
  expect((await visibleControls(page)).length).toBeLessThanOrEqual(35);
});

test("panes fold away, and the picture has at least half of the window", async ({ page }) => {
  await open(page);
  const share = async () => {
    const box = await page.getByRole("main").boundingBox();
    return box ? (box.width * box.height) / (1280 * 800) : 0;
  };
  expect(await share()).toBeGreaterThan(0.5);
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("menuitem", { name: /^Editor/ }).click();
  await expect.poll(share).toBeGreaterThan(0.75);
});
