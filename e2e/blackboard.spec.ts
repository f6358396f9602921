import type { Locator, Page } from "@playwright/test";
import { decodeFragment } from "../packages/share/src/index.ts";
import { atRest, drawn, expect, finished, open, test } from "./page.ts";

/** The smallest letters of the picture on the screen, in pixels. */
const smallestLetters = (picture: Locator) =>
  picture.evaluate((pane) => {
    const texts = [...pane.querySelectorAll<HTMLElement>("*")].filter(
      (e) =>
        e.offsetWidth > 1 &&
        e.checkVisibility() &&
        !e.closest(".sr-only, .react-flow__attribution") &&
        [...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.nodeValue?.trim() !== ""),
    );
    const sizes = texts.map((e) => {
      const moved = e.closest(".react-flow__viewport");
      const zoom = moved ? new DOMMatrix(getComputedStyle(moved).transform).a : 1;
      return Number.parseFloat(getComputedStyle(e).fontSize) * zoom * (e.currentCSSZoom ?? 1);
    });
    return Math.min(...sizes);
  });

/** Presses a key as soon as a text is in the page, before the page has done anything else. */
const pressAtOnce = (page: Page, text: string, key: string) =>
  page.evaluate(
    ([text, key]) =>
      new Promise<void>((done) => {
        const watch = new MutationObserver(() => {
          if (!document.body.textContent.includes(text)) return;
          watch.disconnect();
          window.dispatchEvent(new KeyboardEvent("keydown", { key }));
          done();
        });
        watch.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    [text, key] as const,
  );

test("arrow keys go through decisions and passes, the spot follows, a link opens on the same decision", async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await open(page);
  const placeOfPage = page.getByTestId("graph-after").locator(".react-flow__viewport");
  await drawn(page);
  await atRest(page);
  const style = (await placeOfPage.getAttribute("style")) ?? "";
  await page.keyboard.press("d");
  await expect(page.getByTestId("graph-board")).toHaveAttribute("aria-busy", "false");
  await page.keyboard.press("Escape");
  await expect(placeOfPage).toHaveAttribute("style", style);
  await page.keyboard.press("d");
  const board = page.getByRole("main", { name: "Blackboard" });
  const sentence = board.getByTestId("board-sentence");
  await expect(sentence).toContainText("3 regions of byoc-target");
  expect(await sentence.evaluate((p) => Number.parseFloat(getComputedStyle(p).fontSize))).toBeGreaterThanOrEqual(28);
  await expect(page.getByRole("banner")).toHaveCount(0);
  const picture = board.getByTestId("graph-board");
  await expect(picture).toHaveAttribute("aria-busy", "false");
  await expect.poll(() => smallestLetters(picture)).toBeGreaterThan(27.5);

  const isPressed = pressAtOnce(page, "9 of 9", "ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await isPressed;
  await expect(board.getByText("8 of 9", { exact: true })).toBeVisible();
  const said = (await sentence.textContent()) ?? "";
  await expect(board.getByTestId("graph-board")).toHaveAttribute("aria-busy", "false");
  await expect.poll(() => smallestLetters(picture)).toBeGreaterThan(27.5);
  const main = board.getByText("@main");
  await atRest(page);
  const from = await main.boundingBox();
  await page.mouse.move(1700, 400);
  await page.mouse.down();
  await page.mouse.move(1740, 410);
  await page.mouse.up();
  await expect.poll(async () => Math.round(((await main.boundingBox())?.x ?? 0) - (from?.x ?? 0))).toBe(40);

  await page.keyboard.press("i");
  await expect(sentence).toContainText("3 regions of byoc-target");
  await page.keyboard.press("i");
  await expect(board.getByText("1 of 9", { exact: true })).toBeVisible();
  for (let i = 0; i < 7; i++) await page.keyboard.press("ArrowRight");
  await expect(board.getByText("8 of 9", { exact: true })).toBeVisible();

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
  await expect(board.getByText("8 of 9", { exact: true })).toBeVisible();
});
