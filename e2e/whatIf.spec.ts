import { chip, expect, finished, goTo, linkTo, open, openExample, showTab, test } from "./page.ts";

/** A module with a convolution on the host that no boundary of cublas touches. */
const awayFromBoundaries = `def @main(%x: Tensor[(1, 8), float32], %w: Tensor[(8, 8), float32], %v: Tensor[(1, 2, 4, 4, 4), float32], %k: Tensor[(2, 2, 3, 3, 3), float32]) {
  %0 = nn.dense(%x, %w, units=8);
  %1 = exp(%0);
  %2 = nn.dense(%1, %w, units=8);
  %3 = nn.conv3d(%v, %k, channels=2, kernel_size=[3, 3, 3]);
  (%2, %3)
}`;

test("a pass is played decision by decision, by keys and by the scrubber", async ({ page }) => {
  await open(page);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("i");
  const player = page.getByRole("region", { name: "Inside MergeCompilerRegions" });
  await expect(player).toContainText("The pass begins with");
  await page.keyboard.press(".");
  await expect(player).toContainText("2 / ");
  await page.keyboard.press(",");
  await expect(player).toContainText("1 / ");
  await player.getByRole("slider").focus();
  await page.keyboard.press("End");
  await expect(player.getByRole("button", { name: /Last step/ })).toBeDisabled();
  await page.keyboard.press(",");
  await expect(player.getByRole("button", { name: /Last step/ })).toBeEnabled();
  await goTo(page, "AnnotateTarget");
  await expect(player).toHaveCount(0);
  await page.keyboard.press("i");
  await expect(page.getByRole("region", { name: "Inside AnnotateTarget" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: /^Inside/ })).toHaveCount(0);
});

test("a run that offloads nothing says so above the picture, and leads to why", async ({ page }) => {
  const text = "def @main(%x: Tensor[(1, 8), float32]) { exp(%x) }";
  await open(page, linkTo(text, { name: "tinyai", patterns: [], operators: ["nn.conv2d"] }));
  const banner = page.getByRole("status").filter({ hasText: "No operator is offloaded to tinyai." });
  await banner.getByRole("button", { name: "Why" }).click();
  await expect(page.getByTestId("inspector")).toContainText("Why is nothing offloaded?");
  await banner.getByRole("button", { name: "Put away" }).click();
  await expect(banner).toHaveCount(0);
});

test("a module without operators is offered no changes", async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  await open(page, linkTo("", "dnnl"));
  for (const tab of ["Improve", "Regions"]) {
    await showTab(page, tab);
    const panel = page.getByRole("tabpanel", { name: tab });
    await expect(panel).toContainText("No operators in the module");
    await expect(panel.getByRole("button")).toHaveCount(0);
  }
});

test("what stays on the host at no boundary is in Improve, and leads to its nodes", async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  await open(page, linkTo(awayFromBoundaries, "cublas"));
  await showTab(page, "Improve");
  const heavy = page.getByRole("region", { name: "Convolutions and matrix products on the host" });
  await expect(heavy).toContainText("neither a rule nor a pattern for nn.conv3d");
  await heavy.getByRole("button", { name: "Show the node" }).click();
  await showTab(page, "Selection");
  await expect(page.getByRole("tabpanel", { name: "Selection" })).toContainText("nn.conv3d");
});

test("the best change is found, made and undone; a region answers for each of its boundaries", async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  await open(page);
  await openExample(page, /diamond/);
  await showTab(page, "Improve");
  await page.getByRole("button", { name: "Find it", exact: true }).click();
  await page.getByTestId("apply-change").first().click();
  await expect(chip(page, "PartitionGraph")).toHaveAccessibleName(/1 region of diamond/);
  await expect(page.getByRole("region", { name: "One change applied" })).toContainText("diamond takes sigmoid");
  await page.getByRole("button", { name: "Undo the last" }).click();
  await expect(chip(page, "PartitionGraph")).toHaveAccessibleName(/2 regions of diamond/);

  // A selected region answers for each of its boundaries, and a double click makes a change once.
  await finished(page);
  await showTab(page, "Regions");
  await page
    .getByRole("list", { name: "Regions" })
    .getByRole("button", { name: /diamond 0/ })
    .click();
  await showTab(page, "Selection");
  const boundaries = page.getByRole("region", { name: "Where diamond 0 ends" });
  await boundaries.getByRole("button", { name: /diamond 0.* and .*diamond 3/ }).click();
  await expect(boundaries.getByRole("button", { pressed: true })).toHaveCount(1);
  await boundaries.getByRole("button", { name: "What would help here?" }).click();
  await boundaries.getByTestId("apply-change").first().dblclick();
  await expect(chip(page, "PartitionGraph")).toHaveAccessibleName(/1 region of diamond/);
  await showTab(page, "Improve");
  await expect(page.getByRole("region", { name: "One change applied" })).toContainText("diamond takes sigmoid");
});

test("targets are compared in one table, and one is chosen from it, which undo takes back in one step", async ({ page }) => {
  await open(page);
  await page.keyboard.press("/");
  await page.getByPlaceholder(/Search nodes/).fill("Compare targets");
  await expect(page.getByRole("option", { selected: true })).toHaveAccessibleName(/^Compare targets/);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Compare targets" });
  await dialog.getByRole("button", { name: "dnnl", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  const target = page.getByRole("button", { name: /^Target/ });
  await expect(target).toContainText("dnnl");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(target).toContainText("byoc-target");
});
