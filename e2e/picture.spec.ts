/** The picture of a network: the map first, readable, whole; cards open and close; narrow windows. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { chip, drawn, expect, goTo, linkTo, linkToExample, modeSwitch, open, openExample, picture, test } from "./page.ts";

async function openNetwork(page: Page): Promise<void> {
  await open(page, linkToExample("resnet18-float.relay"));
  await expect(modeSwitch(page)).toHaveAccessibleName(/map shown$/);
  await drawn(page);
}

const cards = (page: Page) => page.getByTestId("graph-after").locator("[data-kind=region], [data-kind=host], [data-kind=stack]");

/**
 * What is wrong with the first view, a line each: cards that stand outside, letters below 10 px, labels that reach out
 * of their boxes or are cut.
 */
function faults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pane = document.querySelector("[data-testid=graph-after]");
    const viewport = pane?.querySelector(".react-flow__viewport");
    if (!pane || !viewport) return ["no picture"];
    const found: string[] = [];
    const room = pane.getBoundingClientRect();
    const zoom = new DOMMatrix(getComputedStyle(viewport).transform).a;
    for (const card of pane.querySelectorAll("[data-kind]")) {
      const box = card.getBoundingClientRect();
      if (box.left < room.left - 1 || box.top < room.top - 1 || box.right > room.right + 1 || box.bottom > room.bottom + 1)
        found.push(`outside: ${card.textContent}`);
      const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(text);
        const own = range.getBoundingClientRect();
        const element = text.parentElement;
        if (own.width === 0 || !element) continue;
        if (Number.parseFloat(getComputedStyle(element).fontSize) * zoom < 9.99) found.push(`small: ${text.textContent}`);
        if (own.left < box.left - 1 || own.right > box.right + 1 || own.top < box.top - 1 || own.bottom > box.bottom + 1)
          found.push(`reaches out: ${text.textContent}`);
        if (card.classList.contains("box") && text.textContent?.endsWith("…")) found.push(`cut: ${text.textContent}`);
      }
    }
    const taken = [...pane.querySelectorAll(".card, .box, .label")].map((element) => ({ element, box: element.getBoundingClientRect() }));
    const words = [...pane.querySelectorAll(".tensor-label")].map((element) => ({ element, box: element.getBoundingClientRect() }));
    words.forEach(({ element, box }, i) => {
      if (Number.parseFloat(getComputedStyle(element).fontSize) * zoom < 9.99) found.push(`small: ${element.textContent}`);
      // Letters leave some of their line's height free.
      const free = box.height / 5;
      const under = [...taken, ...words.slice(i + 1)].find(
        ({ box: other }) =>
          box.left < other.right && other.left < box.right && box.top + free < other.bottom && other.top < box.bottom - free,
      );
      if (under) found.push(`${element.textContent} lies on ${under.element.textContent}`);
    });
    const mounted = pane.querySelectorAll(".react-flow__node").length;
    return mounted > 0 && mounted <= 500 ? found : [...found, `${mounted} nodes are mounted`];
  });
}

const tensor = "Tensor[(1, 16), float32]";

/** Branches next to each other that end in one concatenation. */
function wide(count: number): string {
  const lines = Array.from(
    { length: count },
    (_, i) => `  %${3 * i} = nn.relu(%x);\n  %${3 * i + 1} = sigmoid(%${3 * i});\n  %${3 * i + 2} = nn.relu(%${3 * i + 1});\n`,
  );
  const ends = Array.from({ length: count }, (_, i) => `%${3 * i + 2}`).join(", ");
  return `def @main(%x: ${tensor}) {\n${lines.join("")}  %${3 * count} = (${ends});\n  concatenate(%${3 * count}, axis=1)\n}\n`;
}

/** Branches within branches. */
function nested(depth: number): string {
  let next = 0;
  const block = (level: number, value: string): string => {
    if (level === depth) return `nn.relu(${value})`;
    const [mean, condition, then, otherwise] = [next++, next++, next++, next++];
    const left = `%${then} = nn.relu(${value});\n${block(level + 1, `%${then}`)}`;
    const right = `%${otherwise} = sigmoid(${value});\n${block(level + 1, `%${otherwise}`)}`;
    return `%${mean} = mean(${value});\n%${condition} = greater(%${mean}, ${level}f);\nif (%${condition}) {\n${left}\n} else {\n${right}\n}`;
  };
  return `def @main(%x: ${tensor}) {\n${block(0, "%x")}\n}\n`;
}

/** Layers whose weights nobody bound: each norm is taken apart. */
function unbound(count: number): string {
  const parameters: string[] = [];
  const lines: string[] = [];
  for (let i = 0; i < count; i++) {
    parameters.push(`%w${i}: Tensor[(16, 16), float32], %v${i}: Tensor[(16), float32]`);
    lines.push(`  %${4 * i} = nn.dense(${i === 0 ? "%x" : `%${4 * i - 1}`}, %w${i}, units=16);\n`);
    lines.push(
      `  %${4 * i + 1} = add(%v${i}, 1e-05f);\n  %${4 * i + 2} = rsqrt(%${4 * i + 1});\n  %${4 * i + 3} = multiply(%${4 * i}, %${4 * i + 2});\n`,
    );
  }
  return `def @main(%x: ${tensor}, ${parameters.join(", ")}) {\n${lines.join("")}  nn.relu(%${4 * count - 1})\n}\n`;
}

/** A layer that repeats; the last one ends in one operator more. */
function repeated(count: number): string {
  const lines = Array.from(
    { length: count },
    (_, i) => `  %${2 * i} = nn.relu(${i === 0 ? "%x" : `%${2 * i - 1}`});\n  %${2 * i + 1} = sigmoid(%${2 * i});\n`,
  );
  return `def @main(%x: ${tensor}) {\n${lines.join("")}  tanh(%${2 * count - 1})\n}\n`;
}

const linkToOwn = (text: string) => linkTo(text, { name: "t", patterns: [], operators: ["nn.relu", "nn.dense"] });

test("a network opens as a map that is whole and can be read; its edges say their tensors whole, its cards and colors why regions end", async ({
  page,
}) => {
  await open(page);
  await openExample(page, /ResNet-18/);
  await expect(modeSwitch(page)).toHaveAccessibleName(/map shown$/);
  await expect(cards(page).first()).toBeVisible();
  await expect(page.getByTestId("graph-after").locator(".tensor-label").first()).toBeVisible();
  await expect.poll(() => faults(page)).toEqual([]);

  const edges = page.getByTestId("graph-after").locator(".react-flow__edge");
  const [x, y] = await edges.first().evaluate((edge) => {
    const path = edge.querySelector<SVGPathElement>("path.react-flow__edge-path");
    const matrix = path?.getScreenCTM();
    if (!path || !matrix) return [0, 0];
    const { x: at, y: down } = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(matrix);
    return [at, down];
  });
  await page.mouse.move(x ?? 0, y ?? 0);
  // Next to the edge as much of it as has room.
  await expect(page.getByTestId("graph-after").locator(".react-flow__edge.lit .tensor-label")).toHaveText(/^([\d×]+|\d+ tensors)/);
  await expect(page.getByTestId("graph-after").locator(".hover-line")).toHaveText(/ → .*([\d×]+ \w+\d+|\d+ tensors).*[\d.]+ \w*B$/);

  const ends = page.getByTestId("graph-after").locator('.react-flow__node[aria-label*="ends: "]');
  await expect(ends.first()).toBeAttached();
  await page.getByRole("button", { name: "Colors and more" }).click();
  await page.getByRole("radio", { name: "Why regions end" }).check();
  await expect(page.getByRole("list", { name: "Legend of the picture" }).getByRole("listitem").first()).toContainText(/\D+\d+$/);
  await expect(ends.first().locator(".badge").first()).toBeAttached();
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("graph-after").getByRole("group", { name: "Colors: Why regions end" })).toContainText(/\D+\d+$/);
  await expect.poll(() => faults(page)).toEqual([]);
});

test("what opens is whole and readable at first: wide, nested, long, small", async ({ page }) => {
  for (const [name, text] of [
    ["200 branches", wide(200)],
    ["branches within branches", nested(5)],
    ["30 layers with parameters that are not bound", unbound(30)],
    ["an operator between layers", readFileSync(new URL("../public/examples/stop-fusion.relay", import.meta.url), "utf8")],
    ["a single call", `def @main(%x: ${tensor}) {\n  nn.relu(%x)\n}\n`],
  ] as const) {
    await test.step(name, async () => {
      await page.goto("about:blank");
      await open(page, linkToOwn(text));
      await expect(page.getByTestId("graph-after").locator("[data-kind]").first()).toBeVisible();
      await expect.poll(() => faults(page), { message: name }).toEqual([]);
    });
  }
});

test("a card opens in place and closes; m shows the operators", async ({ page }) => {
  await openNetwork(page);
  await expect(cards(page).first()).toBeVisible();
  const count = await cards(page).count();
  await cards(page).first().dblclick();
  await expect.poll(() => cards(page).count()).not.toBe(count);
  await drawn(page);
  await page.getByTestId("graph-after").locator(".react-flow__node-label").filter({ hasText: "▾" }).first().click();
  await expect.poll(() => cards(page).count()).toBe(count);
  await drawn(page);
  const focused = page.getByTestId("graph-after").locator(".react-flow__node:focus");
  await page.getByTestId("graph-after").locator('.react-flow__node[tabindex="0"]').focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => cards(page).count()).not.toBe(count);
  await expect(focused).toHaveCount(1);
  await page.keyboard.press("Backspace");
  await expect.poll(() => cards(page).count()).toBe(count);
  await expect(focused).toHaveCount(1);
  await picture(page, "after")
    .locator(".react-flow__pane")
    .click({ position: { x: 4, y: 4 } });
  await page.keyboard.press("m");
  await expect(modeSwitch(page)).toHaveAccessibleName(/operators shown$/);
  await expect(page.getByTestId("graph-after").locator("[data-kind=operator]").first()).toBeVisible();
  // A press on either word shows that one, also where it is shown.
  await modeSwitch(page).getByText("Operators", { exact: true }).click();
  await expect(modeSwitch(page)).toHaveAccessibleName(/operators shown$/);
  await modeSwitch(page).getByText("Map", { exact: true }).click();
  await expect(modeSwitch(page)).toHaveAccessibleName(/map shown$/);
});

test("m keeps in view what is selected, Tab finds a way into a picture without a node in sight, and n says which change it shows", async ({
  page,
}) => {
  await openNetwork(page);
  const selected = page.getByTestId("graph-after").locator(".react-flow__node.selected").first();
  await goTo(page, "MergeCompilerRegions");
  await page.keyboard.press("p");
  await expect(selected).toBeInViewport();
  await expect(page.locator(".change-line")).toHaveText(/^Change (\d+) of \1: /);
  await page.keyboard.press("m");
  await drawn(page);
  await expect(selected).toBeInViewport({ ratio: 0.99 });
  await page.keyboard.press("Escape");
  await expect(page.locator(".change-line")).toHaveCount(0);
  await page.keyboard.press("f");
  const way = page.getByRole("button", { name: /^Walk the picture/ }).last();
  await way.focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByTestId("graph-after").locator(".react-flow__node:focus")).toBeInViewport({ ratio: 0.99 });
});

test("a burst of the wheel leaves some of the picture in sight, and f shows all of it", async ({ page }) => {
  await open(page, linkToOwn(repeated(40)));
  await page.keyboard.press("m");
  const pane = page.getByTestId("graph-after");
  await expect(pane.locator("[data-kind=operator]").first()).toBeVisible();
  await drawn(page);
  await pane.hover();
  for (const by of [-900, 900]) {
    for (let i = 0; i < 20; i++) await page.mouse.wheel(by, by);
    await drawn(page);
    await expect(pane.locator(".react-flow__node-frame").first()).toBeInViewport();
  }
  await page.keyboard.press("f");
  await expect(pane.locator(".react-flow__node-frame").first()).toBeInViewport({ ratio: 0.99 });
});

test("the title of a repeated run opens one repetition; buttons and keys step, and the title closes it", async ({ page }) => {
  await open(page, linkToOwn(repeated(40)));
  const pane = page.getByTestId("graph-after");
  const title = pane
    .locator(".react-flow__node-label")
    .filter({ hasText: /^▸ 39 blocks/ })
    .first();
  await expect(title).toBeVisible();
  await title.click();
  const stepper = page.getByRole("group", { name: "Repetitions of the open stack" });
  await expect(stepper.getByRole("status")).toHaveText("1 of 39");
  // Where nothing has the focus, as after a click on the picture.
  await page.keyboard.press("PageDown");
  await expect(stepper.getByRole("status")).toHaveText("2 of 39");
  await page.keyboard.press("PageUp");
  await expect(stepper.getByRole("status")).toHaveText("1 of 39");
  await stepper.getByRole("button", { name: "Next repetition" }).click();
  await expect(stepper.getByRole("status")).toHaveText("2 of 39");
  const open2 = pane.locator(".react-flow__node-label").filter({ hasText: /^▾ block 2 of 39/ });
  await expect(open2).toBeInViewport({ ratio: 0.99 });
  await drawn(page);
  await pane.locator(".react-flow__node-card").filter({ hasText: /^host/ }).first().focus();
  await page.keyboard.press("PageDown");
  await expect(stepper.getByRole("status")).toHaveText("3 of 39");
  await pane
    .locator(".react-flow__node-label")
    .filter({ hasText: /^▾ block 3 of 39/ })
    .click();
  await expect(stepper).toBeHidden();
  await expect(title).toBeVisible();
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
