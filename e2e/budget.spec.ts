/** What the page weighs: script that the first picture waits for. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "./page.ts";

/** KiB after gzip, of page and worker together. */
const most = 320;

// The browser has nothing cached.
test.use({ comesByItself: true, isAlone: true });

const dist = new URL("../dist/", import.meta.url);

test("no more script than the budget is asked for before the first picture", async ({ page }) => {
  const asked: { readonly path: string; readonly time: number }[] = [];
  page.on("requestfinished", (request) => {
    const path = new URL(request.url()).pathname.slice(1);
    if (path.endsWith(".js")) asked.push({ path, time: request.timing().startTime });
  });
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector("[data-testid=graph-after] .react-flow__node")) return;
      observer.disconnect();
      document.documentElement.dataset.firstPicture = `${Date.now()}`;
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto("./");
  const root = page.locator("html[data-first-picture]");
  await expect(root).toBeAttached();
  const first = Number(await root.getAttribute("data-first-picture"));
  // What the editor is made of comes afterwards: by then all that came before is listed.
  await expect(page.locator(".monaco-editor .view-line").first()).toBeVisible({ timeout: 30_000 });
  const before = [...new Set(asked.filter(({ time }) => time <= first).map(({ path }) => path))];
  expect(before.some((path) => path.includes("relay.worker"))).toBe(true);
  const bytes = before.reduce((sum, path) => sum + gzipSync(readFileSync(new URL(path, dist)), { level: 9 }).length, 0);
  expect(bytes / 1024).toBeLessThan(most);
});
