import type { Page } from "@playwright/test";
import { accessible } from "./axe.ts";
import { expect, finished, open, showTab, test } from "./page.ts";

const title = (page: Page) => page.locator(".guide").getByRole("heading", { level: 1 });
const example = (page: Page) => page.getByRole("region", { name: "Example" });

test("a cause in Improve leads to its page; Escape leads back", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Show the inspector" }).click();
  await showTab(page, "Improve");
  await page
    .getByRole("button", { name: /\d+ boundar(y|ies)/ })
    .first()
    .click();
  const link = page.getByRole("link", { name: "What this means" }).first();
  await link.click();
  await expect(page).toHaveURL(/#guide=cause\//);
  await expect(title(page)).toBeFocused();
  await expect(title(page)).toHaveText(/^Cause: /);
  await expect(example(page).getByTestId("graph-after")).toHaveAttribute("aria-busy", "false");
  await expect(page.getByRole("region", { name: "What the page says of it" })).toContainText("Why");
  await accessible(page, ".guide");
  await page.keyboard.press("Escape");
  await expect(page.locator(".guide")).toHaveCount(0);
  await expect(link).toBeFocused();
  await expect(page).not.toHaveURL(/#guide/);
});

test("a link opens a page; its text runs as it is changed, search leads on, and the example becomes the document", async ({ page }) => {
  await open(page, "#guide=pass/FuseOps");
  await expect(title(page)).toHaveText("FuseOps");
  const kernels = example(page).getByRole("radio", { name: /^FuseOps/ });
  await expect(kernels).toHaveAccessibleName(/4 operators/);
  const text = page.getByLabel("Relay text of the example");
  await text.fill("def @main(%x: Tensor[(2, 4), float32]) {\n  %0 = exp(%x);\n  nn.relu(%0)\n}\n");
  await expect(kernels).toHaveAccessibleName(/2 operators/);
  // In a narrow window the results are in the place of the page.
  await page.setViewportSize({ width: 820, height: 800 });
  const search = page.getByLabel("Search the guide");
  await search.fill("neighboring regions cycle");
  await page
    .getByRole("navigation", { name: "Pages of the guide" })
    .getByRole("link", { name: /^MergeCompilerRegions/ })
    .click();
  await expect(title(page)).toHaveText("MergeCompilerRegions");
  await expect(title(page)).toBeVisible();
  await search.fill("SplitArgs");
  await expect(title(page)).toBeHidden();
  await search.press("Enter");
  await expect(title(page)).toHaveText("SplitArgs");
  await expect(title(page)).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goBack();
  await page.goBack();
  await expect(title(page)).toHaveText("FuseOps");
  await expect(text).toHaveValue(/stop_fusion/);
  await page.getByRole("button", { name: "Open in the explorer" }).click();
  await finished(page);
  await expect(page.getByRole("radiogroup", { name: "Passes" }).getByRole("radio", { name: /^FuseOps/ })).toHaveAttribute(
    "aria-checked",
    "true",
  );
  await expect(page.getByText("This is an example of the guide.")).toBeVisible();
});
