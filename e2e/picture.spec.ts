/** The picture of a network: the map first, readable, whole; cards open and close; narrow windows. */
import type { Page } from "@playwright/test";
import { chip, expect, finished, open, picture, test } from "./page.ts";

async function openNetwork(page: Page): Promise<void> {
  await open(page);
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("menuitem", { name: /ResNet-18/ }).click();
  await expect(page.locator("[data-notice=look]")).toContainText(/residual|stop_fusion/);
  await finished(page);
  await expect(page.getByRole("button", { name: "Map", exact: true })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByTestId("graph-after")).toHaveAttribute("aria-busy", "false");
}

const cards = (page: Page) => page.getByTestId("graph-after").locator("[data-kind=region], [data-kind=host], [data-kind=stack]");

/** What is wrong with the cards of the first view, a line each. */
function faults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pane = document.querySelector("[data-testid=graph-after]")?.getBoundingClientRect();
    const found: string[] = [];
    if (!pane) return ["no pane"];
    for (const card of document.querySelectorAll<HTMLElement>("[data-testid=graph-after] .card")) {
      const box = card.getBoundingClientRect();
      const zoom = box.width / card.offsetWidth;
      const name = card.textContent ?? "";
      if (box.left < pane.left || box.top < pane.top || box.right > pane.right || box.bottom > pane.bottom) found.push(`outside: ${name}`);
      for (const text of card.querySelectorAll<HTMLElement>(".from-mid, .line")) {
        if (text.offsetParent === null) continue;
        const own = text.getBoundingClientRect();
        if (Number.parseFloat(getComputedStyle(text).fontSize) * zoom < 9) found.push(`small: ${text.textContent}`);
        if (own.right > box.right + 1 || own.bottom > box.bottom + 1) found.push(`clipped: ${text.textContent}`);
      }
    }
    return found;
  });
}

test("a network opens as a map that is whole and can be read", async ({ page }) => {
  await openNetwork(page);
  await expect(cards(page).first()).toBeVisible();
  await expect.poll(() => faults(page)).toEqual([]);
  const mounted = await page.getByTestId("graph-after").locator(".react-flow__node").count();
  expect(mounted).toBeGreaterThan(0);
  expect(mounted).toBeLessThanOrEqual(500);
});

test("a card opens in place and closes; m shows the operators", async ({ page }) => {
  await openNetwork(page);
  const count = await cards(page).count();
  await cards(page).first().dblclick();
  await expect.poll(() => cards(page).count()).not.toBe(count);
  await page.getByTestId("graph-after").locator(".react-flow__node-label").filter({ hasText: "▾" }).first().click();
  await expect.poll(() => cards(page).count()).toBe(count);
  await picture(page, "after")
    .locator(".react-flow__pane")
    .click({ position: { x: 4, y: 4 } });
  await page.keyboard.press("m");
  await expect(page.getByRole("button", { name: "Operators", exact: true })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByTestId("graph-after").locator("[data-kind=operator]").first()).toBeVisible();
});

test("a narrow window shows the parts as tabs", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page);
  await expect(page.getByTestId("graph-after").locator(".react-flow__node").first()).toBeVisible();
  await expect(chip(page, "PartitionGraph")).toBeVisible();
  await page.getByRole("tab", { name: "Regions and why" }).click();
  await expect(page.getByRole("list", { name: "Regions" }).getByRole("button")).toHaveCount(3);
  await page.getByRole("tab", { name: "Text", exact: true }).click();
  await expect(page.getByRole("tab", { name: "Pipeline" })).toBeVisible();
});
