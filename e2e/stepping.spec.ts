import { chip, expect, finished, holdBack, open, outlineRow, picture, pressInStep, showTab, test } from "./page.ts";

test("arrow keys step through the passes, on the page and in the strip", async ({ page }) => {
  await open(page);
  await page.keyboard.press("ArrowLeft");
  await expect(chip(page, "MergeCompilerRegions")).toHaveAttribute("aria-checked", "true");
  await expect(picture(page, "before")).toHaveAccessibleName(/AnnotateTarget/);
  for (let i = 0; i < 9; i++) await page.keyboard.press("ArrowLeft");
  await expect(chip(page, "Input")).toHaveAttribute("aria-checked", "true");
  await expect(page.getByTestId("graph-before")).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await expect(chip(page, "InferType")).toHaveAttribute("aria-checked", "true");

  // The strip takes keys of its own.
  await chip(page, "PartitionGraph").focus();
  await page.keyboard.press("ArrowRight");
  await expect(chip(page, "MergeComposite")).toBeFocused();
  await expect(chip(page, "MergeComposite")).toHaveAttribute("aria-checked", "true");
});

test("/ finds a node, ? helps, Escape lets go", async ({ page }) => {
  await open(page);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Relayscope" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await page.getByPlaceholder(/Search nodes/).fill("reshape");
  await page
    .getByRole("option", { name: /^reshape/ })
    .first()
    .click();
  await showTab(page, "Outline");
  await expect(outlineRow(page, /^reshape/)).toHaveAttribute("aria-selected", "true");
  await expect(page.getByTestId("inspector").getByRole("heading", { name: "reshape", exact: true })).toBeVisible();
  await page.locator("body").press("Escape");
  await expect(page.getByTestId("inspector")).toHaveCount(0);
  await page.locator("body").press("Escape");
  await expect(outlineRow(page, /^reshape/)).toHaveAttribute("aria-selected", "false");
});

test("what is typed while the search is on its way is in it", async ({ page }) => {
  const goOn = await holdBack(page, /SearchDialog/);
  await open(page);
  await page.keyboard.press("/");
  await page.keyboard.type("Compare targets");
  goOn();
  await expect(page.getByPlaceholder(/Search nodes/)).toHaveValue("Compare targets");
});

test("a pass is switched off, which undo reverts; another is added and removed, and a third has an option set", async ({ page }) => {
  await open(page);
  await showTab(page, "Pipeline");
  await page.getByRole("button", { name: "Switch MergeCompilerRegions off" }).click();
  await expect(chip(page, "MergeCompilerRegions")).toHaveAccessibleName(/off/);
  await expect(chip(page, "PartitionGraph")).toHaveAccessibleName(/4 regions of byoc-target/);
  await page.getByRole("button", { name: "Undo (Ctrl+Z)" }).click();
  await expect(chip(page, "PartitionGraph")).toHaveAccessibleName(/3 regions of byoc-target/);

  await page.getByRole("button", { name: "Add a pass" }).click();
  await page.getByPlaceholder("Find a pass").fill("RemoveUnusedFunctions");
  await expect(page.getByRole("option", { selected: true })).toHaveAccessibleName(/^RemoveUnusedFunctions/);
  await page.keyboard.press("Enter");
  await expect(chip(page, "RemoveUnusedFunctions")).toBeVisible();
  await pressInStep(page, "RemoveUnusedFunctions", "Remove RemoveUnusedFunctions");
  await expect(chip(page, "RemoveUnusedFunctions")).toHaveCount(0);
  await page.getByRole("button", { name: "Options of PartitionGraph" }).click();
  await page.getByLabel("mod_name").fill("demo");
  await page.keyboard.press("Enter");
  await showTab(page, "Outline");
  await chip(page, "PartitionGraph").click();
  await expect(page.getByRole("tree")).toContainText("@tvmgen_demo_byoc_target_main_0");
});

test("variables and constants can be hidden", async ({ page }) => {
  await open(page);
  const canvas = picture(page, "after");
  await expect(canvas).toHaveAccessibleName(/nodes/);
  const all = await canvas.getAttribute("aria-label");
  await page.getByRole("button", { name: "Colors and more" }).click();
  await page.getByRole("checkbox", { name: /^Variables/ }).click();
  await page.keyboard.press("Escape");
  await expect(canvas).not.toHaveAttribute("aria-label", all ?? "");
  await page.keyboard.press("v");
  await expect(canvas).toHaveAttribute("aria-label", all ?? "");
});

test("the strip cuts no pass off, and folds neighbors without a change", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Target byoc-target" }).click();
  await page.getByRole("menuitem", { name: /^dnnl/ }).click();
  await expect(chip(page, "PruneDnnlSubgraphs")).toHaveAttribute("aria-checked", "true");
  await finished(page);
  const strip = page.getByRole("radiogroup", { name: "Passes" });
  const cut = () =>
    strip.evaluate((list) => {
      const room = list.getBoundingClientRect();
      return [...list.querySelectorAll("[role=radio]")].filter((c) => c.getBoundingClientRect().right > room.right).length;
    });
  await expect.poll(cut).toBe(0);
  await page.setViewportSize({ width: 1280, height: 540 });
  const fold = strip.getByRole("button", { name: /\d unchanged: / }).first();
  const [, folded = ""] = /unchanged: ([^,]+)/.exec((await fold.getAttribute("aria-label")) ?? "") ?? [];
  await expect(chip(page, folded)).toHaveCount(0);
  await fold.click();
  await expect(chip(page, folded).first()).toBeVisible();
});

test("the text difference shows what a pass did; a pinned stage stays next to the ones you step to, and the difference is between the two", async ({
  page,
}) => {
  await open(page);
  await page.keyboard.press("3");
  const difference = page.getByRole("region", { name: "Text difference" });
  await expect(difference).toContainText("annotation.compiler_begin");
  await expect(difference).toContainText("@tvmgen_default_byoc_target_main_0(%iter1)");
  await page.keyboard.press("1");

  await chip(page, "InferType").click();
  await page.keyboard.press("s");
  await chip(page, "PartitionGraph").click();
  await expect(picture(page, "before")).toHaveAccessibleName(/InferType/);
  await page.keyboard.press("3");
  await expect(difference).toContainText("InferType to PartitionGraph");
  await expect(difference.getByRole("status")).toHaveText(/^[1-9]/);
  await page.keyboard.press("n");
  await expect(difference.getByRole("status")).toHaveText(/^1 of /);
  await page.keyboard.press("s");
  await expect(difference).toContainText("MergeCompilerRegions to PartitionGraph");
});

test("a stage's text is next to its picture and follows the selection", async ({ page }) => {
  await open(page);
  await page.keyboard.press("4");
  const text = page.getByRole("region", { name: "Text after PartitionGraph" });
  await text.getByText("less", { exact: true }).click();
  await showTab(page, "Outline");
  await expect(outlineRow(page, /^less/)).toHaveAttribute("aria-selected", "true");
  await outlineRow(page, /^reshape/).click();
  await expect(text.locator(".text-mark").first()).toBeVisible();
  await text.getByRole("button", { name: "Copy" }).click();
  await expect(page.locator("[data-notice=copied]")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("@tvmgen_default_byoc_target_main_5");
});
