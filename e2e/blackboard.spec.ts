import { decodeFragment } from "../packages/share/src/index.ts";
import { expect, finished, open, test } from "./page.ts";

test("arrow keys go through decisions and passes, the spot follows, a link opens on the same decision", async ({ page }) => {
  await open(page);
  await page.keyboard.press("d");
  const board = page.getByRole("main", { name: "Blackboard" });
  const sentence = board.getByTestId("board-sentence");
  await expect(sentence).toContainText("3 regions of byoc-target");
  expect(await sentence.evaluate((p) => Number.parseFloat(getComputedStyle(p).fontSize))).toBeGreaterThanOrEqual(28);
  await expect(page.getByRole("banner")).toHaveCount(0);

  await page.keyboard.press("ArrowLeft");
  await expect(board).toContainText("9 of 9");
  await page.keyboard.press("ArrowLeft");
  await expect(board).toContainText("8 of 9");
  const said = (await sentence.textContent()) ?? "";
  await expect(board.getByTestId("graph-board")).toHaveAttribute("aria-busy", "false");
  const zoom = () => board.locator(".react-flow__viewport").evaluate((v) => new DOMMatrix(getComputedStyle(v).transform).a);
  await expect.poll(zoom).toBeGreaterThan(1.2);

  await page.keyboard.press("s");
  await page.mouse.move(400, 500);
  await expect(page.getByTestId("spot")).toBeVisible();

  const step = () => {
    const opened = decodeFragment(new URL(page.url()).hash);
    return opened.kind === "ok" ? opened.snapshot.view.step : undefined;
  };
  await expect.poll(step).toBe(7);
  const link = page.url();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(sentence).toContainText("3 regions of byoc-target");
  await page.keyboard.press("Escape");
  await finished(page);
  await expect(page.getByRole("banner")).toBeVisible();

  await page.goto("about:blank");
  await page.goto(link);
  await expect(sentence).toHaveText(said);
  await expect(board).toContainText("8 of 9");
});
