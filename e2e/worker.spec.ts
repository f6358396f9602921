/** The worker: the page notices at once when it ends, and no work of the user is lost. */
import { type Page, test as plain } from "@playwright/test";
import { chip, drawn, editor, expect, finished, holdBack, open, test, write } from "./page.ts";

const text = "def @main(%x: Tensor[(1, 8), float32]) {\n  nn.relu(nn.dense(%x, %w)) // mine\n}\n";

/** The worker with the compiler core. */
function relayWorker(page: Page) {
  const worker = page.workers().find((one) => one.url().includes("relay.worker"));
  if (!worker) throw new Error("there is no worker");
  return worker;
}

test("a worker that ends by itself is started again, and the page goes on", async ({ page }) => {
  await open(page);
  await write(page, text);
  await finished(page);
  const gone = new Promise((done) => relayWorker(page).once("close", done));
  await relayWorker(page)
    .evaluate(() => close())
    .catch(() => undefined);
  await gone;
  // At once: without a message from the worker, the page would notice only when an answer is missing.
  await expect(page.locator("[data-notice=worker]")).toContainText("was restarted", { timeout: 4_500 });
  await expect(await editor(page)).toContainText("// mine");
  // A stage that was not shown yet is drawn, and an edit runs.
  await chip(page, "AnnotateTarget").click();
  await drawn(page);
  await expect(page.getByTestId("graph-after").locator(".react-flow__node").filter({ hasText: "relu" })).toBeVisible();
  await write(page, text.replace("nn.relu", "tanh"));
  await finished(page);
  await expect(page.getByTestId("graph-after").locator(".react-flow__node").filter({ hasText: "tanh" })).toBeVisible();
});

plain("a worker that can't be loaded is reported, and the next run loads it", async ({ page }) => {
  const letFail = await holdBack(page, /relay\.worker-[^/]*\.js$/, "abort");
  await page.goto("./");
  // With reduced motion, spinners do not move: an animation would repaint the page each frame.
  const spinner = page.locator(".animate-spin").first();
  await expect(spinner).toBeVisible();
  await expect.poll(() => spinner.evaluate((e) => e.getAnimations().length)).toBe(0);
  letFail();
  const again = page.locator("[role=status]:has-text('could not be loaded')").getByRole("button", { name: "Run again" });
  await expect(again).toBeVisible();
  await page.unroute(/relay\.worker-[^/]*\.js$/);
  await again.click();
  await finished(page);
  await expect(chip(page, "PartitionGraph")).toHaveAccessibleName(/3 regions of byoc-target/);
  // The page repeats the requests of the start.
  await page.getByRole("button", { name: /^Target/ }).click();
  await expect(page.getByRole("menuitem", { name: /dnnl/ })).toBeVisible();
});
