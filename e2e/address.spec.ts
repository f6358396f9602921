/** The address is the state: it follows, goes back and forward, and opens with the words that a link carries. */
import {
  chip,
  editor,
  expect,
  finished,
  goTo,
  open,
  openExample,
  otherBrowser,
  outlineRow,
  picture,
  showTab,
  test,
  write,
} from "./page.ts";

test("the address follows; back and forward go between documents, with what was written in them", async ({ page, browser }) => {
  await open(page);
  await expect(page).toHaveURL(/#s=2/);
  const first = page.url();
  await chip(page, "AnnotateTarget").click();
  await expect(page).not.toHaveURL(first);
  const second = page.url();

  await openExample(page, /stop_fusion in the middle/);
  await expect(chip(page, "PartitionGraph")).toHaveAccessibleName(/2 regions of chain/);
  await write(page, "def @main(%x: Tensor[(1, 8), float32]) {\n  nn.relu(%x)\n}\n");
  await finished(page);
  await page.goBack();
  await expect(chip(page, "PartitionGraph")).toHaveAccessibleName(/2 regions of chain/);
  await page.goBack();
  await expect(chip(page, "PartitionGraph")).toHaveAccessibleName(/3 regions of byoc-target/);
  await expect(chip(page, "AnnotateTarget")).toHaveAttribute("aria-checked", "true");
  await expect(page).toHaveURL(second);
  await page.goForward();
  await expect(chip(page, "PartitionGraph")).toHaveAccessibleName(/2 regions of chain/);
  await page.goForward();
  await expect(await editor(page)).toContainText("nn.relu(%x)");

  const { context, page: other, complaints } = await otherBrowser(browser);
  await other.goto(second);
  await expect(chip(other, "AnnotateTarget")).toHaveAttribute("aria-checked", "true");
  expect(complaints).toEqual([]);
  await context.close();
});

test("a link put into the address opens, and back returns to one's own work", async ({ page }) => {
  await open(page);
  await expect(page).toHaveURL(/#s=2/);
  const link = page.url();
  await openExample(page, /stop_fusion in the middle/);
  await expect(page).toHaveURL(/#s=2/);
  await page.evaluate((url) => location.assign(url), link);
  await expect(chip(page, "PartitionGraph")).toHaveAccessibleName(/3 regions of byoc-target/);
  await page.goBack();
  await expect(chip(page, "PartitionGraph")).toHaveAccessibleName(/2 regions of chain/);
});

test("a reload keeps a module that is too long for an address, in each tab its own", async ({ page }) => {
  await open(page);
  const lines = Array.from({ length: 300 }, (_, i) => `  %${i} = add(${i === 0 ? "%x" : `%${i - 1}`}, ${Math.sin(i + 1)}f);\n`).join("");
  const buffer = Buffer.from(`def @main(%x: Tensor[(1, 8), float32]) {\n${lines}  %299\n}\n`);
  await page.getByRole("banner").getByLabel("Open a file").setInputFiles({ name: "long.relay", mimeType: "text/plain", buffer });
  await expect(chip(page, "InferType")).toHaveAccessibleName(/300 operators|300/);
  await expect(page).not.toHaveURL(/#/);
  const other = await page.context().newPage();
  await open(other);
  await openExample(other, /stop_fusion in the middle/);
  await expect(other).toHaveURL(/#s=2/);
  await page.reload();
  await finished(page);
  await expect(page.getByLabel("Relay text")).toHaveValue(/%0 = add\(%x/);
  await expect(page.locator("[data-notice=previous]")).toHaveCount(0);
  await other.close();
});

test("a link with a title, a note and a selection opens with the words, the text and why", async ({ page, browser }) => {
  await open(page);
  await goTo(page, "MergeCompilerRegions");
  await showTab(page, "Outline");
  await outlineRow(page, /^reshape/).click();
  await page.getByRole("button", { name: "Show the inspector" }).click();
  await showTab(page, "Selection");
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByLabel("Title").fill("Look <b>here</b>");
  await page.getByLabel("Note").fill("Why is `reshape` not in the region?");
  const link = page.getByLabel("Link");
  const before = await link.inputValue();
  await page.getByLabel("Note").press("End");
  await page.keyboard.type("!");
  await expect(link).not.toHaveValue(before);
  const url = await link.inputValue();

  const { context, page: other, complaints } = await otherBrowser(browser, { viewport: { width: 1440, height: 900 } });
  await other.goto(url);
  await finished(other);
  await expect(other.locator("[data-notice=note]")).toContainText("Look <b>here</b>: Why is `reshape` not in the region?!");
  await expect(other.getByRole("tab", { name: "Selection" })).toHaveAttribute("aria-selected", "true");
  await expect(other.getByRole("tabpanel", { name: "Selection" })).toContainText("reshape");
  // The outline is next to the picture, as it was seen.
  await expect(other.getByRole("tab", { name: "Outline" })).toHaveAttribute("aria-selected", "true");
  await showTab(other, "Relay");
  await editor(other);
  await expect(other.locator(".text-mark").first()).toBeVisible();
  expect(complaints).toEqual([]);
  await context.close();
});

test("an embedded picture has the strip, the picture and why, and a link to open it whole", async ({ page }) => {
  await open(page);
  await chip(page, "AnnotateTarget").click();
  await expect(page).toHaveURL(/#s=2/);
  const { hash } = new URL(page.url());
  await page.setViewportSize({ width: 900, height: 600 });
  await page.goto(`./?embed${hash}`);
  await expect(chip(page, "PartitionGraph")).toHaveAccessibleName(/3 regions of byoc-target/);
  await expect(picture(page, "after")).toHaveAccessibleName(/nodes/);
  await expect(page.getByRole("complementary", { name: "Why" })).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Input" })).toHaveCount(0);
  await expect(page).toHaveURL(/#s=2/);
  // The link is to what is shown, whether the address has followed or not.
  await chip(page, "MergeComposite").click();
  const [whole] = await Promise.all([page.waitForEvent("popup"), page.getByRole("link", { name: "Open in Relayscope" }).click()]);
  await expect(chip(whole, "MergeComposite")).toHaveAttribute("aria-checked", "true");
  await expect(whole.getByRole("complementary", { name: "Input" })).toBeVisible();
});
