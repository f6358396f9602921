/**
 * Lessons at the page: the course's first one from its address, and one of each act that it does not ask for from a
 * file, by `solve` and `wrong`. All others are walked on the page's store (`app/test/lessonWalks.test.ts`).
 */
import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import {
  afterAct,
  afterSetup,
  importOf,
  isActing,
  type Lesson,
  type LessonDocument,
  nodeText,
  readLesson,
  type Step,
} from "../packages/lessons/src/index.ts";
import { accessible } from "./axe.ts";
import { chip, drawn, expect, finished, open, pressInStep, showTab, test, write } from "./page.ts";

type Act = Step["solve"][number];

const folder = new URL("../public/", import.meta.url);
const names: readonly string[] = JSON.parse(readFileSync(new URL("lessons/index.json", folder), "utf8"));
const everyAct = readFileSync(new URL("lessons/everyAct.md", import.meta.url), "utf8");
/** Of an import nothing is asked but that it came. */
const textOf = (file: string) => (importOf(file) ? "" : readFileSync(new URL(`examples/${file}`, folder), "utf8"));

const gallery: readonly { readonly file: string; readonly title: string }[] = JSON.parse(textOf("index.json"));

const lessonPanel = (page: Page): Locator => page.getByRole("complementary", { name: "Lesson" });

/** Shows a tab of the left side, which a lesson may have folded away. */
async function showInput(page: Page, name: string): Promise<void> {
  if (!(await page.getByRole("complementary", { name: "Input" }).isVisible())) {
    await page.getByRole("button", { name: "View", exact: true }).click();
    await page.getByRole("menuitem", { name: /^Editor/ }).click();
  }
  await showTab(page, name);
}

/** Does at the page what an act says, from one document to another. */
async function perform(page: Page, act: Act, before: LessonDocument, document: LessonDocument): Promise<void> {
  const panel = lessonPanel(page);
  switch (act.kind) {
    case "stage":
      await chip(page, act.pass).last().click();
      return;
    case "inside":
      await chip(page, act.pass).last().click();
      await page.keyboard.press("i");
      return;
    case "select": {
      const label = act.node.name.replace(/^(nn|annotation)\./, "");
      await drawn(page);
      await page
        .getByTestId("graph-after")
        .locator(".react-flow__node-box")
        .filter({ has: page.getByText(label, { exact: true }) })
        .nth(act.node.nth - 1)
        .click();
      return;
    }
    case "operators": {
      await showInput(page, "Target");
      await chooseTargetTab(page, act.target);
      const field = page.getByLabel("Operators that the target takes");
      await field.fill(act.operators.join("\n"));
      await field.blur();
      return;
    }
    case "pattern": {
      await showInput(page, "Target");
      await chooseTargetTab(page, act.target);
      const field = page.getByLabel(`Pattern of ${act.name}`, { exact: true });
      if ((await field.count()) === 0) {
        await page.getByRole("button", { name: "Add", exact: true }).click();
        const name = page.getByLabel("Pattern name").last();
        await name.fill(act.name);
        await name.press("Enter");
      }
      await field.fill(act.pattern);
      await field.press("Control+Enter");
      return;
    }
    case "rename-pattern": {
      await showInput(page, "Target");
      const at = before.customTargets.flatMap((t) => t.patterns).findIndex((p) => p.name === act.name);
      const field = page.getByLabel("Pattern name").nth(at);
      await field.fill(act.to);
      await field.press("Enter");
      return;
    }
    case "move-pattern":
      await showInput(page, "Target");
      await page.getByRole("button", { name: `Try ${act.name} ${act.by < 0 ? "earlier" : "later"}` }).click();
      return;
    case "remove-pattern":
      await showInput(page, "Target");
      await page.getByRole("button", { name: `Remove ${act.name}`, exact: true }).click();
      return;
    case "model":
    case "size":
    case "import":
    case "compare":
    case "close":
    case "find":
    case "target":
      return performOnModel(page, act);
    case "text":
      await showInput(page, "Relay");
      await write(page, document.text);
      return;
    case "code":
      await showInput(page, "Target");
      await page.getByLabel(/^Python of/).fill(document.customTargets.find(({ name }) => name === document.target)?.files?.[0]?.text ?? "");
      return;
    case "bind":
      await showInput(page, "Pipeline");
      await page.getByRole("checkbox", { name: "Bind parameters" }).click();
      return;
    case "level":
      await showInput(page, "Pipeline");
      await page.getByLabel("Opt level").click();
      await page.getByRole("option", { name: String(act.level), exact: true }).click();
      return;
    case "add":
      await showInput(page, "Pipeline");
      await page.getByRole("button", { name: "Add a pass" }).click();
      await page.getByPlaceholder("Find a pass").fill(act.pass);
      await page.keyboard.press("Enter");
      return;
    case "remove":
      await showInput(page, "Pipeline");
      await pressInStep(page, act.pass, `Remove ${act.pass}`);
      return;
    case "switch-off":
    case "switch-on":
      await showInput(page, "Pipeline");
      await page.getByRole("button", { name: `Switch ${act.pass} ${act.kind === "switch-on" ? "on" : "off"}` }).click();
      return;
    case "move":
      await showInput(page, "Pipeline");
      await pressInStep(page, act.pass, `Move ${act.pass} ${act.by < 0 ? "up" : "down"}`);
      return;
    case "option": {
      await showInput(page, "Pipeline");
      const options = page.getByRole("button", { name: `Options of ${act.pass}` });
      if ((await options.getAttribute("aria-expanded")) !== "true") await options.click();
      const field = page.getByLabel(act.option, { exact: true });
      if (typeof act.value === "boolean") await page.getByRole("checkbox", { name: act.option }).setChecked(act.value);
      else {
        await field.fill(Array.isArray(act.value) ? act.value.join(", ") : String(act.value));
        await field.press("Enter");
      }
      return;
    }
    case "answer":
      await panel.locator(`input[type="radio"][value="${act.number}"]`).check();
      return;
    case "decision":
      await goToDecision(page, act);
      return;
    case "predict": {
      const { guess } = act;
      if (guess.kind === "number") await panel.getByLabel("Your number").fill(String(guess.number));
      else if (guess.kind === "pair")
        await panel.getByRole("radio", { name: `${nodeText(guess.from)} and ${nodeText(guess.to)}`, exact: true }).check();
      else for (const node of guess.nodes) await panel.getByRole("checkbox", { name: nodeText(node), exact: true }).check();
      await panel.getByRole("button", { name: /^Run / }).click();
    }
  }
}

/** Steps inside a pass until the page shows the decision; its word for regions that become one is another. */
async function goToDecision(page: Page, { pass, state, node }: Extract<Act, { kind: "decision" }>): Promise<void> {
  await chip(page, pass).last().click();
  await page.keyboard.press("i");
  const inside = page.getByRole("region", { name: `Inside ${pass}` });
  const word = state === "merged" ? "taken" : state;
  await expect(async () => {
    const text = (await inside.textContent()) ?? "";
    if (text.includes(word) && text.includes(node.name)) return;
    await page.keyboard.press(".");
    throw new Error("another decision");
  }).toPass({ intervals: [50] });
}

/** Does what an act says of a model file and its dialog, and of targets, which a dialog can list. */
async function performOnModel(
  page: Page,
  act: Extract<Act, { kind: "model" | "size" | "import" | "compare" | "close" | "find" | "target" }>,
): Promise<void> {
  const dialog = page.getByRole("dialog");
  switch (act.kind) {
    case "model": {
      const { title } = gallery.find((e) => e.file === act.file) ?? { title: act.file };
      await page.getByRole("banner").getByRole("button", { name: "Examples" }).click();
      await page.getByRole("menuitem", { name: title }).click();
      await expect(page.getByRole("dialog", { name: act.file })).toContainText("All of it can be converted");
      return;
    }
    case "size":
      await dialog.getByLabel(act.name, { exact: true }).fill(act.size);
      return;
    case "import":
      await dialog.getByRole("button", { name: "Open as Relay" }).click();
      return;
    case "compare":
      await dialog.getByRole("button", { name: "Compare targets" }).click();
      await expect(page.getByRole("dialog", { name: "Compare targets" })).toBeVisible();
      return;
    case "close":
      await dialog.getByRole("button", { name: "Close" }).click();
      return;
    case "target": {
      if (await dialog.isVisible()) {
        await dialog.getByRole("button", { name: act.name, exact: true }).click();
        return;
      }
      await page.getByRole("button", { name: /^Target/ }).click();
      await page.getByRole("menuitem", { name: act.name }).first().click();
      return;
    }
    case "find":
      await page
        .getByRole("button", { name: /Search/ })
        .first()
        .click();
      await page.getByPlaceholder(/Search nodes/).fill(act.name);
      await page.getByRole("option", { name: act.name, exact: true }).first().click();
      return;
  }
}

async function chooseTargetTab(page: Page, name: string): Promise<void> {
  const button = page.getByRole("group", { name: "Targets of this document" }).getByRole("button", { name, exact: true });
  if ((await button.count()) > 0) await button.click();
}

/** Does each step of an open lesson, once it was missed, and leaves the lesson at its end. */
async function walk(page: Page, lesson: Lesson): Promise<void> {
  const panel = lessonPanel(page);
  const outcome = panel.getByRole("status", { name: "Result" });
  let { document } = afterSetup(undefined, lesson.setup, textOf);
  for (const [i, step] of lesson.steps.entries()) {
    await expect(panel.getByRole("heading", { name: step.title })).toBeVisible();
    document = afterSetup({ document, stage: 0, dialog: undefined }, step.setup, textOf).document;
    if (isActing(step)) {
      const act = async (acts: readonly Act[]) => {
        let before = document;
        for (const one of acts) {
          await finished(page);
          const after = afterAct(before, one, step.runs);
          await perform(page, one, before, after);
          before = after;
        }
        return before;
      };
      await expect(outcome).toHaveAttribute("data-state", "open");
      await act(step.wrong);
      await expect(outcome, step.title).toHaveAttribute("data-state", "missed");
      await panel.getByRole("button", { name: "Restart the step" }).click();
      await expect(outcome).toHaveAttribute("data-state", "open");
      document = await act(step.solve);
      await expect(outcome, step.title).toHaveAttribute("data-state", "done");
    }
    await panel.getByRole("button", { name: i + 1 === lesson.steps.length ? "Finish" : "Next", exact: true }).click();
  }
  await expect(panel.getByRole("heading", { name: "You have come to the end" })).toBeVisible();
  await panel.getByRole("button", { name: "Back to my own module" }).click();
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Target/ })).toContainText("byoc-target");
}

test("a lesson of the course opens by its address, and is walked to its end", async ({ page }) => {
  const [name = ""] = names;
  await open(page, `#lesson=${name}`);
  await walk(page, readLesson(readFileSync(new URL(`lessons/${name}.md`, folder), "utf8")).lesson);
});

test("every other act of lessons can be done at the page, and is answered", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Learn" }).click();
  await page.getByRole("menuitem", { name: "Course" }).click();
  await lessonPanel(page)
    .getByLabel("Open a lesson from a file")
    .setInputFiles({ name: "everyAct.md", mimeType: "text/markdown", buffer: Buffer.from(everyAct) });
  await walk(page, readLesson(everyAct).lesson);
});

const own = `# My own lesson

\`\`\`lesson
about: A lesson in a file.
open: none
\`\`\`

\`\`\`relay
def @main(%x: Tensor[(1, 8), float32]) {
  %0 = nn.relu(%x);
  tanh(%0)
}
\`\`\`

\`\`\`target tinyai
operators: nn.relu
\`\`\`

\`\`\`pipeline
InferType
\`\`\`

## Which one <b>is</b> taken?

\`\`\`step
predict: operators
runs: AnnotateTarget
hint: Look at the rules.
\`\`\`
`;

test("a lesson opens from a file and a link, works by keys and on a tablet, and a broken one says what is wrong", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Learn" }).click();
  await page.getByRole("menuitem", { name: "Course" }).click();
  const panel = lessonPanel(page);
  await expect(panel.getByRole("list", { name: "Lessons" }).getByRole("button")).toHaveCount(names.length);
  const file = (text: string) => ({ name: "own.md", mimeType: "text/markdown", buffer: Buffer.from(text) });
  const input = panel.getByLabel("Open a lesson from a file");
  await input.setInputFiles(file(own.replace("predict: operators", "predict: the end")));
  await expect(panel.getByRole("alert")).toContainText("Line 26: the end can't be predicted.");
  await panel.getByRole("button", { name: "All lessons" }).click();
  await input.setInputFiles(file(own));
  await expect(panel.getByRole("heading", { name: "Which one <b>is</b> taken?" })).toBeVisible();
  await page.setViewportSize({ width: 820, height: 1180 });
  await panel.getByRole("checkbox", { name: "nn.relu" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(panel.getByRole("status", { name: "Result" })).toContainText("nn.relu is taken, as you predicted.");
  await expect(panel.getByRole("button", { name: "Finish" })).toBeInViewport();
  await accessible(page, ".lesson-panel");
  await panel.getByRole("button", { name: "Copy a link to this lesson" }).click();
  await expect(page.getByText("The link is copied. It holds the whole lesson.")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto("about:blank");
  await page.goto(link);
  await expect(panel.getByRole("heading", { name: "My own lesson" })).toBeVisible();
});
