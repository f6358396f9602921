/** The cost of moving a large picture, counted in rendered nodes: times depend on the machine. */
import type { Page } from "@playwright/test";
import { atRest, drawn, expect, linkTo, open, test } from "./page.ts";

test.use({ isAlone: true });

interface Work {
  /** How often a node of the picture was rendered. */
  rendered: number;
  /** How many nodes were added to and removed from the page. */
  changed: number;
  /** The most nodes at one time. */
  most: number;
}

declare global {
  interface Window {
    work: Work;
  }
}

interface Fiber {
  readonly flags: number;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  /** A text's is a string. */
  readonly memoizedProps: object | string | null;
}

/** Listens to React's commits from now on, as its developer tools do, and counts nodes that are added and removed. */
function countWork(): void {
  window.work = { rendered: 0, changed: 0, most: 0 };
  const performed = 1;
  let before = new Set<Fiber>();
  const hook = {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    checkDCE: () => undefined,
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
    onCommitFiberRoot: (_: number, root: { readonly current: Fiber }) => {
      const now = new Set<Fiber>();
      const open = [root.current];
      for (let fiber = open.pop(); fiber; fiber = open.pop()) {
        if (fiber.sibling) open.push(fiber.sibling);
        if (fiber.child) open.push(fiber.child);
        // React Flow's own component around each node.
        const props = fiber.memoizedProps;
        if (typeof props !== "object" || !props || !("nodeTypes" in props && "resizeObserver" in props)) continue;
        now.add(fiber);
        if (!before.has(fiber) && (fiber.flags & performed) !== 0) window.work.rendered++;
      }
      before = now;
    },
  };
  Object.defineProperty(window, "__REACT_DEVTOOLS_GLOBAL_HOOK__", { value: hook });
  const nodesIn = (list: NodeList) => [...list].filter((n) => n instanceof Element && n.classList.contains("react-flow__node")).length;
  new MutationObserver((records) => {
    for (const { addedNodes, removedNodes } of records) window.work.changed += nodesIn(addedNodes) + nodesIn(removedNodes);
    window.work.most = Math.max(window.work.most, document.querySelectorAll("[data-testid=graph-after] .react-flow__node").length);
  }).observe(document, { childList: true, subtree: true });
}

const calls = 4_000;

/** A chain of which every second call is offloaded: each is a region of its own. */
function chainLink(): string {
  const lines = Array.from(
    { length: calls },
    (_, i) => `  %${i} = ${i % 2 === 0 ? "nn.relu" : "sigmoid"}(${i === 0 ? "%x" : `%${i - 1}`});\n`,
  );
  const text = `def @main(%x: Tensor[(1, 16), float32]) {\n${lines.join("")}  tanh(%${calls - 1})\n}\n`;
  return linkTo(text, { name: "t", patterns: [], operators: ["nn.relu"] }, { panes: "after", mode: "operators" });
}

const transform = (page: Page) =>
  page
    .getByTestId("graph-after")
    .locator(".react-flow__viewport")
    .evaluate((e) => getComputedStyle(e).transform);

/** Turns the wheel `times` times, waits until the picture is there and drawn, and returns the work. */
async function wheel(page: Page, by: readonly [number, number], times: number): Promise<Work> {
  await page.evaluate(() => (window.work = { rendered: 0, changed: 0, most: 0 }));
  for (let i = 0; i < times; i++) {
    const before = await transform(page);
    await page.mouse.wheel(...by);
    await expect.poll(() => transform(page)).not.toBe(before);
  }
  await drawn(page);
  return page.evaluate(() => window.work);
}

test(`a move of ${calls} operators renders what comes and goes, and nothing of what stays`, async ({ page }) => {
  await page.addInitScript(countWork);
  await open(page, chainLink());
  const pane = page.getByTestId("graph-after");
  await expect(pane.locator("[data-kind=operator]").first()).toBeVisible();
  await drawn(page);
  await pane.hover();
  // Once the causes have given the nodes their colors, only the move renders nodes.
  await expect(pane.getByRole("group", { name: "Colors: Why regions end" })).toContainText(/\D+\d+$/);
  await atRest(page);

  const near = await wheel(page, [0, 4], 5);
  expect(near.rendered).toBe(0);

  const far = await wheel(page, [0, 250], 8);
  expect(far.changed).toBeGreaterThan(20);
  expect(far.rendered).toBeLessThanOrEqual(2 * far.changed);
  expect(far.most).toBeLessThanOrEqual(500);

  await page.keyboard.down("Control");
  const out = await wheel(page, [0, 200], 6);
  await page.keyboard.up("Control");
  expect(out.most).toBeLessThanOrEqual(500);
});

/** The share of the pane's middle third in which something is painted behind what is mounted. */
const paintedShare = (page: Page) =>
  page.getByTestId("graph-after").evaluate((pane) => {
    const canvas = pane.querySelector<HTMLCanvasElement>(".silhouettes canvas");
    if (!canvas || canvas.width === 0) return 0;
    const [room, painted] = [pane.getBoundingClientRect(), canvas.getBoundingClientRect()];
    const scale = canvas.width / painted.width;
    const [x, y] = [room.left + room.width / 3 - painted.left, room.top + room.height / 3 - painted.top];
    const pixels = canvas.getContext("2d")?.getImageData(x * scale, y * scale, (room.width / 3) * scale, (room.height / 3) * scale).data;
    if (!pixels) return 0;
    let count = 0;
    for (let i = 3; i < pixels.length; i += 4) if ((pixels[i] ?? 0) > 0) count++;
    return count / (pixels.length / 4);
  });

test(`all of ${calls} operators are painted where they are too many to be mounted, also while they move`, async ({ page }) => {
  await open(page, chainLink());
  await drawn(page);
  await page.getByTestId("graph-after").hover();
  await page.keyboard.press("f");
  await drawn(page);
  await expect.poll(() => paintedShare(page)).toBeGreaterThan(0.2);
  await page.mouse.wheel(0, 60);
  await page.mouse.wheel(0, 60);
  expect(await paintedShare(page)).toBeGreaterThan(0.2);
  await page.keyboard.press("m");
  await drawn(page);
  await expect.poll(() => paintedShare(page)).toBe(0);
});
