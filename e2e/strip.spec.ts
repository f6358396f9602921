/** The strip keeps its height, and the picture its place, whatever comes of the passes. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { atRest, byoc, chip, drawn, expect, finished, linkTo, open, test } from "./page.ts";

// With motion, so that each position of a moving picture is recorded.
test.use({ isAlone: true, contextOptions: { reducedMotion: "no-preference" } });

const example = (file: string) => readFileSync(`public/examples/${file}`, "utf8");
const strip = (page: Page) => page.getByRole("region", { name: "Pipeline of passes" });

declare global {
  interface Window {
    places: string[];
  }
}

/**
 * Records each new position of the pane and its picture, frame by frame, from the first node on.
 */
async function watchPlaces(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.places = [];
    const look = () => {
      const pane = document.querySelector("[data-testid=graph-after]");
      const viewport = pane?.querySelector<HTMLElement>(".react-flow__viewport");
      if (pane && viewport && pane.querySelector(".react-flow__node")) {
        const { top, left, width, height } = pane.getBoundingClientRect();
        const place = `${[left, top, width, height].map(Math.round).join(" ")}; ${viewport.style.transform}`;
        if (window.places.at(-1) !== place) window.places.push(place);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** `FoldConstant` fails here: the reduction of a constant excludes no axis. */
const unfolded = `def @main(%x: Tensor[(2), float32]) {
  %0 = full(2f, shape=[3, 4], dtype="float32");
  %1 = sum(%0, exclude=True);
  add(%x, %1)
}`;

const flows = [
  ["the landing page", ""],
  ["a flow of 12 passes", linkTo(example("resnet18-float.relay"), "dnnl")],
  ["a flow of 10 passes", linkTo(example("mobilenet-float.relay"), "tensorrt")],
  ["a flow that fails on the way", linkTo(unfolded, "dnnl", {}, byoc.toSpliced(1, 0, { pass: "FoldConstant", options: {} }))],
  ["a flow that offloads nothing", linkTo(example("diamond.relay"), "ethos-u")],
  ["a flow that skips passes", linkTo(example("transformer-block.relay"), "cutlass")],
] as const;

for (const [name, hash] of flows) {
  test(`${name}: the picture stays where its first node was drawn`, async ({ page }) => {
    await watchPlaces(page);
    // The slowest of all that comes: the code of the banner above the picture.
    await page.route(/StageBanner|DecisiveBanner/, async (route) => {
      await new Promise((done) => setTimeout(done, 800));
      await route.continue();
    });
    await open(page, hash);
    await drawn(page);
    const status = page.getByRole("status");
    if (name === "a flow that fails on the way") await expect(status.filter({ hasText: "did not run" })).toBeVisible();
    else if (name === "a flow that offloads nothing") await expect(status.filter({ hasText: "No operator is offloaded" })).toBeVisible();
    else await expect(page.getByRole("button", { name: /^More on/ })).toBeVisible();
    await atRest(page);
    expect(await page.evaluate(() => window.places)).toHaveLength(1);
  });
}

/** The chips that the strip cuts off. */
function cut(page: Page): Promise<string[]> {
  return strip(page).evaluate((section) => {
    const room = section.getBoundingClientRect();
    return [...section.querySelectorAll("[role=radio], button")]
      .filter((chip) => {
        const box = chip.getBoundingClientRect();
        return box.left < room.left || box.right > room.right || box.top < room.top || box.bottom > room.bottom;
      })
      .map((chip) => chip.getAttribute("aria-label") ?? "");
  });
}

test("the strip keeps its height while one steps, checks and pins, and cuts nothing at 1280", async ({ page }) => {
  test.slow();
  await open(page, linkTo(example("resnet18-float.relay"), "dnnl"));
  await drawn(page);
  const height = async () => (await strip(page).boundingBox())?.height ?? 0;
  const first = await height();
  expect(first).toBeLessThan(100);
  const radios = page.getByRole("radiogroup", { name: "Passes" }).getByRole("radio");
  await radios.last().focus();
  for (let stages = 12; stages > 0; stages--) {
    await page.keyboard.press("ArrowLeft");
    await expect(page.locator("[role=radio]:focus")).toHaveAttribute("aria-checked", "true");
    expect(await height()).toBe(first);
    expect(await cut(page)).toEqual([]);
  }
  await expect(chip(page, "Input")).toHaveAttribute("aria-checked", "true");
  await chip(page, "MergeComposite").click();
  await page.keyboard.press("s");
  await page.keyboard.press("k");
  await expect(page.getByRole("button", { name: "More on MergeComposite" })).not.toHaveAttribute("data-check", /none|running/);
  await page.keyboard.press("2");
  expect(await height()).toBe(first);
});

test("a strip that has no room for its passes scrolls, by arrow keys and by pointer, with the shown stage and the one before it in sight", async ({
  page,
}) => {
  await page.setViewportSize({ width: 480, height: 800 });
  await open(page, linkTo(example("resnet18-float.relay"), "dnnl"));
  await drawn(page);
  const isSeen = (name: string) =>
    chip(page, name).evaluate((element) => {
      const box = element.getBoundingClientRect();
      return box.left >= 0 && box.right <= innerWidth;
    });
  await expect.poll(() => isSeen("PruneDnnlSubgraphs")).toBe(true);
  await expect.poll(() => isSeen("PartitionGraph")).toBe(true);
  // The input is always in sight.
  expect(await isSeen("Input")).toBe(true);
  const first = () => isSeen("InferType");
  expect(await first()).toBe(false);
  // Each press goes on by less than the room; the button goes away with the last.
  const earlier = page.getByRole("button", { name: "Earlier passes" });
  await expect(async () => {
    if (!(await first())) await earlier.click({ timeout: 1_000 }).catch(() => undefined);
    expect(await first()).toBe(true);
  }).toPass();
  await chip(page, "Input").click();
  await page.keyboard.press("ArrowRight");
  await expect(chip(page, "InferType").first()).toHaveAttribute("aria-checked", "true");
  await finished(page);
  for (let i = 0; i < 6; i++) {
    await page.keyboard.press("ArrowRight");
    const areSeen = () =>
      page.evaluate(() => {
        const shown = document.querySelector("[role=radio][aria-checked=true]");
        const before = document.querySelector(`[data-stage="${Number(shown?.getAttribute("data-stage")) - 1}"]`);
        return [before, shown].every((e) => e && e.getBoundingClientRect().left >= 0 && e.getBoundingClientRect().right <= innerWidth);
      });
    // The strip follows with the next frame.
    await expect.poll(areSeen).toBe(true);
  }
});
