import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { accessibleInBothThemes } from "./axe.ts";
import { expect, goTo, linkTo, open, outlineRow, showTab, test } from "./page.ts";

/** Selects a node of the notebook before any pass, and lists the patterns at it. */
async function list(page: Page, name: RegExp) {
  await open(page);
  await goTo(page, "Input");
  await showTab(page, "Outline");
  await outlineRow(page, name).first().click();
  await page.getByRole("button", { name: "Show the inspector" }).click();
  await showTab(page, "Selection");
  const section = page.getByRole("region", { name: "Patterns" });
  await section.getByRole("button", { name: "Which patterns match here?" }).click();
  const entries = section.getByRole("list", { name: "Patterns, in table order" }).getByRole("listitem");
  await expect(entries).toHaveCount(2);
  return { section, entries };
}

test("the patterns at a node are listed with how each met it, and one opens as a tree", async ({ page }) => {
  const { section, entries } = await list(page, /^conv2d/);
  await expect(entries.nth(0)).toContainText("byoc-target.conv2d_relu_with_bias takes it");
  await expect(entries.nth(1)).toContainText("byoc-target.conv2d_relu_wo_bias too late");
  await entries.nth(0).getByRole("button").click();
  const tree = section.getByRole("tree", { name: "How byoc-target.conv2d_relu_with_bias met the graph" });
  await expect(tree.getByRole("treeitem")).toHaveCount(6);
  await expect(tree.getByRole("treeitem").nth(2)).toContainText('is_op("nn.conv2d")(…) met nn.conv2d');
  await expect(section).toContainText("The entry has no check");
  await expect(section).toContainText("byoc-target has no rule for nn.conv2d");

  // A line of the trace rings its node in the picture, by pointer and by key.
  const items = tree.getByRole("treeitem");
  const ringed = page.getByTestId("graph-after").locator(".react-flow__node.pointed");
  await section.getByRole("heading", { name: "Which patterns match here?" }).hover();
  await expect(ringed).toHaveCount(0);
  await items.nth(0).hover();
  await expect(ringed).toHaveCount(1);
  await section.getByRole("heading", { name: "Which patterns match here?" }).hover();
  await expect(ringed).toHaveCount(0);
  await tree.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(items.nth(2)).toHaveAttribute("aria-selected", "true");
  await expect(ringed).toHaveCount(1);
  await page.keyboard.press("ArrowLeft");
  await expect(items.nth(1)).toHaveAttribute("aria-selected", "true");
});

test("the patterns that could not meet a node are listed", async ({ page }) => {
  await open(page);
  await showTab(page, "Outline");
  await outlineRow(page, /^less/).first().click();
  await page.getByRole("button", { name: "Show the inspector" }).click();
  await showTab(page, "Selection");
  // The reason is said once.
  await expect(page.locator("aside p").filter({ hasText: "has neither a rule nor a pattern for" })).toHaveCount(1);
  await page.getByRole("button", { name: "Which patterns match here?" }).first().click();
  await expect(page.getByRole("tab", { name: "Selection" })).toHaveAttribute("aria-selected", "true");
  const section = page.getByRole("region", { name: "Patterns" });
  await expect(section).toContainText("No pattern of the table can match it.");
  await section.getByRole("button", { name: "Show 2 patterns that cannot match it" }).click();
  await expect(section.getByRole("list", { name: "Patterns that cannot match it" }).getByRole("listitem")).toHaveCount(2);
  await expect(page.locator("body")).toHaveJSProperty("scrollTop", 0);
});

test("a check with its values and a known defect, in both themes", async ({ page }) => {
  await open(
    page,
    linkTo(readFileSync(new URL("../public/examples/resnet18-float.relay", import.meta.url), "utf8"), "dnnl", { mode: "operators" }),
  );
  await goTo(page, "MergeComposite");
  await showTab(page, "Outline");
  await outlineRow(page, /^conv2d/)
    .nth(2)
    .click();
  await page.getByRole("button", { name: "Show the inspector" }).click();
  await showTab(page, "Selection");
  const section = page.getByRole("region", { name: "Patterns" });
  await section.getByRole("button", { name: "Which patterns match here?" }).click();
  const entry = section.getByRole("listitem").filter({ has: page.getByRole("img", { name: "has a known defect" }) });
  await entry.first().getByRole("button").click();
  await expect(section).toContainText("Known defect of TVM:");
  await expect(section.getByRole("tree", { name: /^How dnnl/ })).toBeVisible();
  await expect(section.getByRole("tree", { name: /^Rule of dnnl for nn.conv2d/ })).toContainText("argument.checked_type.dtype");
  await accessibleInBothThemes(page, "aside");
});
