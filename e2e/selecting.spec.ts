import { box, drawn, editor, expect, goTo, holdBack, modeSwitch, open, outlineRow, picture, showTab, test } from "./page.ts";

test("a node of the outline is marked in the text and described in the inspector", async ({ page }) => {
  await open(page);
  await editor(page);
  await showTab(page, "Outline");
  await outlineRow(page, /^reshape/).click();
  await page.getByRole("button", { name: "Show the inspector" }).click();
  await page.getByRole("tab", { name: "Selection" }).click();
  const inspector = page.getByRole("complementary", { name: "Inspector" });
  await expect(inspector.getByRole("heading", { name: "reshape", exact: true })).toBeVisible();
  await expect(inspector).toContainText("newshape");
  await expect(inspector).toContainText("Tensor[(1, 56, 56, 32), float32]");
  await inspector.getByRole("button", { name: "Show in the text" }).click();
  await expect(page.locator(".text-mark").first()).toBeVisible();
});

test("a place in the text selects in the picture, and the selection follows through the passes", async ({ page }) => {
  await open(page);
  const field = await editor(page);
  await field.getByText("nn.bias_add", { exact: false }).first().click();
  await showTab(page, "Outline");
  await expect(page.getByRole("treeitem", { selected: true }).first()).toBeVisible();
  for (const pass of ["MergeCompilerRegions", "MergeComposite", "InferType"]) {
    await goTo(page, pass);
    await expect(page.getByRole("treeitem", { selected: true }).first()).toHaveAccessibleName(/bias_add/);
  }
});

test("a press on the picture selects, keys walk along its edges", async ({ page }) => {
  // With room for the outline next to the inspector.
  await page.setViewportSize({ width: 1600, height: 800 });
  await open(page);
  await page.keyboard.press("2");
  await page.keyboard.press("f");
  await drawn(page);
  await showTab(page, "Outline");
  const chosen = page.getByRole("treeitem", { selected: true });
  await box(page, /^less/).click();
  await expect(chosen).toHaveAccessibleName(/^less/);
  await page.keyboard.press("ArrowDown");
  await expect(chosen).toHaveAccessibleName(/^if/);
  await expect(box(page, /^if/)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(chosen).toHaveAccessibleName(/^less/);
  await expect(box(page, /^less/)).toBeFocused();
  await picture(page, "after")
    .locator(".react-flow__pane")
    .click({ position: { x: 4, y: 4 } });
  await expect(chosen).toHaveCount(0);
});

test("Space keeps a node, and the answer is about it and the one that the keys go to", async ({ page }) => {
  await open(page);
  await page.keyboard.press("2");
  await drawn(page);
  const marked = page.getByTestId("graph-after").locator(".react-flow__node.selected");
  const apart = page.getByTestId("inspector").getByRole("heading", { name: /apart/ });
  await box(page, /^less/).focus();
  await page.keyboard.press("Space");
  await expect(marked).toHaveText([/^less/]);
  for (const second of [/^if/, /^result/]) {
    await page.keyboard.press("ArrowDown");
    await expect(box(page, second)).toBeFocused();
    await expect(marked).toHaveCount(2);
    await expect(marked.filter({ hasText: /^less/ })).toHaveCount(1);
    await expect(apart).toBeVisible();
  }
  await page.keyboard.press("Space");
  await expect(marked).toHaveText([/^result/]);
  await page.keyboard.press("ArrowUp");
  await expect(marked).toHaveText([/^if/]);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog").getByText("Keep the node, and ask about it")).toBeVisible();
});

test("keys that are pressed before the code for them is there act once it comes", async ({ page }) => {
  const release = await holdBack(page, /\/Walk-[^/]*\.js$/);
  await open(page);
  await page.keyboard.press("2");
  await drawn(page);
  await box(page, /^less/).focus();
  for (const key of ["Space", "ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
  release();
  await expect(box(page, /^result/)).toBeFocused();
  await expect(page.getByTestId("inspector").getByRole("heading", { name: /apart/ })).toBeVisible();
});

test("both panes move together, and a drag pans", async ({ page }) => {
  await open(page);
  await drawn(page, "before");
  await drawn(page);
  const places = () =>
    page.evaluate(() =>
      ["before", "after"].map(
        (pane) => document.querySelector<HTMLElement>(`[data-testid=graph-${pane}] .react-flow__viewport`)?.style.transform,
      ),
    );
  await expect.poll(async () => new Set(await places()).size).toBe(1);
  const [start] = await places();
  const area = await picture(page, "before").boundingBox();
  if (!area) throw new Error("no picture");
  await page.mouse.move(area.x + 10, area.y + area.height - 40);
  await page.mouse.down();
  await page.mouse.move(area.x + 60, area.y + area.height - 90, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => (await places())[0] !== start).toBe(true);
  await expect.poll(async () => new Set(await places()).size).toBe(1);
});

test("a press on a hull shows its region, and its row is marked", async ({ page }) => {
  await open(page);
  await drawn(page);
  await page.getByTestId("graph-after").locator(".react-flow__node-label").first().click();
  await expect(page.getByRole("tab", { name: "Selection" })).toHaveAttribute("aria-selected", "true");
  const panel = page.getByRole("tabpanel", { name: "Selection" });
  await expect(panel.getByRole("heading").first()).toHaveText(/^byoc-target \d, \d operators?$/);
  const boundaries = page.getByRole("region", { name: /^Where byoc-target \d ends/ });
  await expect(boundaries).toBeVisible();
  await showTab(page, "Regions");
  const row = page.getByRole("list", { name: "Regions" }).getByRole("button", { pressed: true });
  await expect(row).toHaveCount(1);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(row).toHaveCount(0);
});

test("a press shows the node and covers neither it nor the tools, in one pane and in two", async ({ page }) => {
  await open(page);
  const node = box(page, /^reshape/);
  const inspector = page.getByTestId("inspector");
  const overlaps = async () => {
    const [over, ...others] = await Promise.all(
      [inspector, node, page.getByTestId("graph-after").locator(".react-flow__controls"), modeSwitch(page)].map((l) => l.boundingBox()),
    );
    return others.filter(
      (other) =>
        !over ||
        !other ||
        (over.x < other.x + other.width &&
          other.x < over.x + over.width &&
          over.y < other.y + other.height &&
          other.y < over.y + over.height),
    ).length;
  };
  for (const { panes, width } of [
    { panes: "2", width: 1280 },
    { panes: "2", width: 900 },
    { panes: "1", width: 1280 },
  ]) {
    await page.setViewportSize({ width, height: 800 });
    await page.keyboard.press(panes);
    await page.keyboard.press("f");
    await expect(page.getByTestId("graph-before")).toHaveCount(Number(panes === "1"));
    await drawn(page);
    await node.click();
    await expect(inspector.getByRole("heading", { name: "reshape", exact: true })).toBeVisible();
    await expect.poll(overlaps).toBe(0);
    // The tools are a row, next to the legend.
    const tools = await page.getByTestId("graph-after").locator(".react-flow__controls").boundingBox();
    expect(tools && tools.width > tools.height).toBe(true);
    await page.keyboard.press("e");
    await expect(inspector.getByRole("tab", { name: "Selection" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(inspector).toHaveCount(0);
    await expect(node).toBeFocused();
  }
});

test("regions are listed, and a press selects one; a frame of the outline folds", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Show the inspector" }).click();
  const regions = page.getByRole("list", { name: "Regions" }).getByRole("button");
  await expect(regions).toHaveCount(3);
  await expect(regions.nth(0)).toContainText("byoc-target 0");
  await expect(regions.nth(1)).toContainText("byoc-target 2");
  await expect(regions.nth(2)).toContainText("byoc-target 5");
  await regions.nth(2).click();
  await showTab(page, "Outline");
  await expect(outlineRow(page, /^reshape/)).toHaveAttribute("aria-selected", "true");
  await outlineRow(page, /^@tvmgen_default_byoc_target_main_5/)
    .first()
    .click();
  await expect(outlineRow(page, /^reshape/)).toHaveCount(0);
});

test("a search says line, region and type, and highlights what it finds in the picture", async ({ page }) => {
  await open(page);
  await page.keyboard.press("/");
  const field = page.getByPlaceholder(/Search nodes/);
  await field.fill("1x32x56x56 relu");
  await expect(page.getByRole("option", { name: /^nn\.relu.*line \d+ · byoc-target \d · float32 1×32×56×56/ }).first()).toBeVisible();
  await expect(page.getByRole("option", { selected: true })).toHaveAccessibleName(/^nn\.relu/);
  await page.getByRole("button", { name: "Dim the rest" }).click();
  const faded = page.getByTestId("graph-after").locator(".react-flow__node-box .faded, .react-flow__node-box.faded");
  await expect(faded.first()).toBeAttached();
  const some = await faded.count();
  await page.keyboard.press("!");
  await expect.poll(() => faded.count()).not.toBe(some);
  await page.keyboard.press("Escape");
  await expect(faded).toHaveCount(0);
});
