/** Fingers on the picture: one pans, two zoom, a tap selects, two taps open. */
import type { Page } from "@playwright/test";
import { atRest, drawn, expect, finished, modeSwitch, open, test } from "./page.ts";

test.use({ isAlone: true, hasTouch: true, viewport: { width: 390, height: 800 } });

type Point = readonly [x: number, y: number];

/** Puts fingers down, moves them in steps, and lifts them. */
async function fingers(page: Page, from: readonly Point[], to: readonly Point[]): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", points: readonly Point[]) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  await send("touchStart", from);
  for (let i = 1; i <= 5; i++) {
    await send(
      "touchMove",
      from.map(([x, y], n) => [x + (((to[n]?.[0] ?? x) - x) * i) / 5, y + (((to[n]?.[1] ?? y) - y) * i) / 5] as const),
    );
  }
  await send("touchEnd", []);
}

/** The position of the picture: its origin in the pane, and its zoom. */
function place(page: Page): Promise<{ readonly x: number; readonly y: number; readonly zoom: number }> {
  return page
    .getByTestId("graph-after")
    .locator(".react-flow__viewport")
    .evaluate((element) => {
      const { a, e, f } = new DOMMatrix(getComputedStyle(element).transform);
      return { x: e, y: f, zoom: a };
    });
}

test("one finger pans, two zoom, a tap selects, two taps open a card", async ({ page }) => {
  await open(page);
  await page.getByRole("banner").getByRole("button", { name: "Examples" }).tap();
  await page.getByRole("menuitem", { name: /ResNet-18/ }).tap();
  await expect(page.locator("[data-notice=look]")).toContainText(/residual|stop_fusion/);
  await finished(page);
  await expect(modeSwitch(page)).toHaveAccessibleName(/map shown$/);
  await drawn(page);
  const pane = page.getByTestId("graph-after");
  const cards = pane.locator("[data-kind=region], [data-kind=host], [data-kind=stack]");
  await expect(cards.first()).toBeVisible();
  // The picture is fitted above the legend, which gets its lines with the causes.
  await expect(pane.getByRole("group", { name: /^Colors/ })).toContainText("stop_fusion");
  await atRest(page);
  const room = await pane.boundingBox();
  if (!room) throw new Error("no pane");
  const [x, y] = [room.x + room.width / 2, room.y + room.height / 2];

  const before = await place(page);
  await fingers(page, [[x, y]], [[x + 60, y + 40]]);
  await expect.poll(async () => Math.round((await place(page)).x - before.x)).toBe(60);
  const moved = await place(page);
  await fingers(
    page,
    [
      [x - 30, y],
      [x + 30, y],
    ],
    [
      [x - 60, y],
      [x + 60, y],
    ],
  );
  await expect.poll(async () => (await place(page)).zoom / moved.zoom).toBeCloseTo(2, 1);

  await page.getByRole("button", { name: /^Fit/ }).tap();
  await expect.poll(async () => (await place(page)).zoom).toBeCloseTo(before.zoom, 2);
  const card = cards.first();
  await card.tap();
  await expect(pane.locator(".react-flow__node.selected").first()).toBeVisible();
  await expect(page.getByTestId("inspector")).toBeVisible();
  await page.getByRole("button", { name: /^Close the inspector/ }).tap();
  const count = await cards.count();
  await card.dblclick();
  await expect.poll(() => cards.count()).not.toBe(count);
});
