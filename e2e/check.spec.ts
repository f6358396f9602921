import { accessible } from "./axe.ts";
import { chip, expect, linkTo, open, passMenu, showTab, test } from "./page.ts";

const chain = `#[version = "0.0.5"]
def @main(%x: Tensor[(1, 4, 8, 8), float32], %w: Tensor[(4, 4, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1], channels=4, kernel_size=[3, 3]);
  %1 = add(%0, 1f);
  nn.relu(%1)
}`;

test("a pass's check says that the module still computes the same", async ({ page }) => {
  await open(page, linkTo(chain, "byoc-target"));
  const answer = await passMenu(page, "PartitionGraph");
  await answer.getByRole("button", { name: "Check", exact: true }).click();
  await expect(answer).toContainText("Same meaning");
  await expect(answer).toContainText(/Same on 3 random inputs|changed nothing/);
  await expect(page.getByRole("button", { name: "More on PartitionGraph" })).toHaveAttribute("data-check", "same");
  await accessible(page, "[role=dialog]");
  await page.keyboard.press("Escape");
  await expect(answer).toHaveCount(0);
  await expect(chip(page, "PartitionGraph")).toHaveAttribute("aria-checked", "true");
});

test("a check that cannot be made says why, and a new run forgets it", async ({ page }) => {
  await open(page, linkTo(chain.replace("nn.relu(%1)", "nn.correlation(%1, %1, kernel_size=1)"), "byoc-target"));
  await chip(page, "AnnotateTarget").click();
  const answer = await passMenu(page, "AnnotateTarget");
  await answer.getByRole("button", { name: "Check", exact: true }).click();
  await expect(answer).toContainText("Not checked. Relayscope has no arithmetic for the operator nn.correlation.");
  await page.keyboard.press("Escape");
  await showTab(page, "Pipeline");
  await page.getByRole("checkbox", { name: "Bind parameters" }).check();
  await expect(page.getByRole("button", { name: "More on AnnotateTarget" })).toHaveAttribute("data-check", "none");
});

test("the check of all passes is said in their menu, and in the strip for each", async ({ page }) => {
  await open(page, linkTo(chain, "dnnl"));
  await chip(page, "CanonicalizeOps").click();
  const menu = await passMenu(page, "CanonicalizeOps");
  await menu.getByRole("button", { name: "Check all passes" }).click();
  await expect(page.getByText(/passes keep the meaning|could not be checked/)).toBeVisible();
  await expect(chip(page, "CanonicalizeOps")).toHaveAccessibleName(/checked: (same meaning|not checked)/);
});
