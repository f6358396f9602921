import AxeBuilder from "@axe-core/playwright";
import { editor, expect, open, showTab, test } from "./page.ts";

/** The editor is a library's own; what stands around it is ours. */
const scan = (page: ConstructorParameters<typeof AxeBuilder>[0]["page"]) =>
  new AxeBuilder({ page })
    .exclude(".monaco-editor")
    .analyze()
    .then((results) =>
      results.violations.map((v) => `${v.id} (${v.impact}): ${v.nodes.map((n) => `${n.target.join(" ")} ${n.failureSummary}`).join("; ")}`),
    );

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1280, 1920]) {
    test(`axe finds nothing: ${colorScheme}, ${width} wide`, async ({ page }) => {
      test.slow();
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: width === 1280 ? 800 : 1080 });
      await open(page);
      await editor(page);
      expect(await scan(page)).toEqual([]);
      for (const tab of ["Pipeline", "Target", "Outline"]) {
        await showTab(page, tab);
        expect(await scan(page)).toEqual([]);
      }
      if (width === 1280) await page.getByRole("button", { name: "Show the inspector" }).click();
      await page.getByRole("treeitem", { name: /^reshape/ }).click();
      for (const tab of ["Regions", "Selection", "Improve"]) {
        await showTab(page, tab);
        expect(await scan(page)).toEqual([]);
      }
      await page.keyboard.press("3");
      await expect(page.getByRole("region", { name: "Text difference" })).toBeVisible();
      expect(await scan(page)).toEqual([]);
      await page.getByRole("button", { name: "Examples" }).click();
      await expect(page.getByRole("menuitem").first()).toBeVisible();
      expect(await scan(page)).toEqual([]);
      await page.keyboard.press("Escape");
      for (const open of [() => page.getByRole("button", { name: "Share" }).click(), () => page.keyboard.press("?")]) {
        await open();
        await expect(page.getByRole("dialog")).toBeVisible();
        expect(await scan(page)).toEqual([]);
        await page.keyboard.press("Escape");
      }
    });
  }
}

test("axe finds nothing on the blackboard, in the guide, in a lesson and in a frame", async ({ page }) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page);
  await page.keyboard.press("d");
  await expect(page.getByRole("main", { name: "Blackboard" })).toBeVisible();
  await expect.poll(() => scan(page), { timeout: 45_000 }).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await expect(page.getByRole("heading", { level: 1 }).last()).toBeVisible();
  await expect.poll(() => scan(page), { timeout: 45_000 }).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Learn" }).click();
  await page.getByRole("menuitem", { name: "Course" }).click();
  const lessons = page.getByRole("complementary", { name: "Lesson" });
  await expect(lessons.getByRole("listitem").first()).toBeVisible();
  await expect.poll(() => scan(page), { timeout: 45_000 }).toEqual([]);
  await page.goto("./?embed");
  await expect(page.getByRole("complementary", { name: "Why" })).toBeVisible();
  await expect(page.getByTestId("graph-after").locator(".react-flow__node").first()).toBeVisible();
  await expect.poll(() => scan(page), { timeout: 45_000 }).toEqual([]);
});

test("Tab reaches every part in reading order", async ({ page }) => {
  await open(page);
  const seen: string[] = [];
  for (let i = 0; i < 24; i++) {
    await page.keyboard.press("Tab");
    seen.push(await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? ""));
    if (seen.at(-1) === "Relay text") break;
  }
  const order = ["Fold the editor away", "Examples", "Search", "Share"].map((name) => seen.findIndex((s) => s.startsWith(name)));
  expect(order.every((at) => at >= 0)).toBe(true);
  expect(order).toEqual([...order].sort((a, b) => a - b));
});

test("panes fold away, and the picture has at least half of the window", async ({ page }) => {
  await open(page);
  const share = async () => {
    const box = await page.getByRole("main").boundingBox();
    return box ? (box.width * box.height) / (1280 * 800) : 0;
  };
  expect(await share()).toBeGreaterThan(0.5);
  await page.getByRole("button", { name: "Fold the editor away" }).click();
  await expect.poll(share).toBeGreaterThan(0.75);
});
