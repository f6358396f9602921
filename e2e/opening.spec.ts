import type { Locator, Page } from "@playwright/test";
import { chip, editor, expect, holdBack, linkTo, open, openExample, picture, showTab, test, write } from "./page.ts";

test("opens on the notebook, partitioned pass by pass", async ({ page }) => {
  await open(page);
  await expect(chip(page, "PartitionGraph")).toHaveAttribute("aria-checked", "true");
  await expect(chip(page, "MergeComposite")).toHaveAccessibleName(/9 operators/);
  await expect(chip(page, "AnnotateTarget")).toHaveAccessibleName(/4 marked for byoc-target/);
  await expect(chip(page, "MergeCompilerRegions")).toHaveAccessibleName(/3 regions of byoc-target/);
  await expect(picture(page, "before")).toHaveAccessibleName(/before MergeCompilerRegions.*3 regions/);
  await expect(picture(page, "after")).toHaveAccessibleName(/after PartitionGraph.*3 regions/);
  await showTab(page, "Outline");
  await expect(page.getByRole("tree")).toContainText("@tvmgen_default_byoc_target_main_5");
});

test("the line that welcomes a visitor can be put away", async ({ page }) => {
  await open(page);
  await page.locator("[data-notice=welcome]").getByRole("button", { name: "Put away" }).click();
  await expect(page.locator("[data-notice=welcome]")).toHaveCount(0);
});

test("in a browser that saves data the full editor comes when the text is gone to", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByLabel("Link")).toHaveValue(/#s=/);
  await page.keyboard.press("Escape");
  await expect(page.locator(".monaco-editor")).toHaveCount(0);
  await page.getByLabel("Relay text").focus();
  await expect(page.locator(".monaco-editor .view-line").first()).toBeVisible();
});

const lines = Array.from({ length: 80 }, (_, i) => `  %${i} = nn.relu(%${i === 0 ? "x" : i - 1});`);
const long = `def @main(%x: Tensor[(1, 8), float32]) {\n${lines.join("\n")}\n  %79 // here\n}\n`;

/** Opens the page and holds the full editor back, so that the plain field stays; gives that field and what lets the editor come. */
async function openPlain(page: Page): Promise<{ readonly field: Locator; readonly goOn: () => void }> {
  const goOn = await holdBack(page, /\/CodeEditor-[^/]*\.js$/);
  await open(page);
  const field = page.getByRole("textbox", { name: "Relay text" });
  await field.fill(long);
  return { field, goOn };
}

test.describe("the full editor comes by itself", () => {
  test.use({ comesByItself: true, isAlone: true });

  test("and takes the plain field's place", async ({ page }) => {
    await open(page);
    await expect(page.locator(".monaco-editor .view-line").first()).toBeVisible();
    await expect(page.locator(".monaco-editor").first()).toContainText("nn.bias_add");
  });

  test("what is typed while the full editor takes the plain field's place is all there, in one piece and in sight", async ({ page }) => {
    const { field, goOn } = await openPlain(page);
    await field.evaluate((e: HTMLTextAreaElement) => {
      const at = e.value.indexOf("here");
      e.setSelectionRange(at, at + "here".length, "backward");
      e.scrollTop = e.scrollHeight;
    });
    let typed = "";
    let isThere = false;
    const type = async () => {
      for (let i = 0; !isThere || i < 10; i++) {
        await page.keyboard.type(`word${i} `);
        typed += `word${i} `;
      }
    };
    const typing = type();
    goOn();
    const full = await editor(page).finally(() => {
      isThere = true;
    });
    await typing;
    await page.keyboard.type("the end");
    typed += "the end";
    await expect(field).toBeFocused();
    await expect(full).toContainText(typed.replaceAll(" ", "\u00a0").slice(-40));
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("ControlOrMeta+c");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(long.replace("here", typed));
  });

  test("a target's file can be written at each moment while the full editor takes the plain field's place", async ({ page }) => {
    await page.route(/\/PythonEditor-[^/]*\.js$/, async (route) => {
      await page.waitForTimeout(300);
      await route.continue();
    });
    await open(page);
    const text = "from tvm import relay\n\n\ndef partition_for_mine(mod):\n    return mod\n";
    const buffer = Buffer.from(text);
    await page.getByLabel("Open a target from Python files").setInputFiles({ name: "mine.py", mimeType: "text/x-python", buffer });
    const field = page.getByRole("textbox", { name: "Python of mine.py" });
    await field.focus();
    const gaps = page.evaluate(
      () =>
        new Promise<number>((done) => {
          let lost = 0;
          const look = () => {
            if (!document.activeElement?.closest("[data-code-field]")) lost++;
            if (document.querySelector("[data-code-field] textarea[wrap=off]")) requestAnimationFrame(look);
            else done(lost);
          };
          look();
        }),
    );
    expect(await gaps).toBe(0);
    await page.keyboard.type("# here ");
    await expect(page.locator("[data-code-field] .view-line").first()).toContainText("# here");
    // What does not work yet is an error at the head of the page, too.
    await page.keyboard.press("Enter");
    await page.keyboard.type("def (");
    await expect(page.getByRole("status", { name: "Worker" })).toContainText("1 error");
  });

  test("Escape leaves the plain field as it leaves the full editor, and a search is none of the text", async ({ page }) => {
    const { field, goOn } = await openPlain(page);
    await field.selectText();
    await page.keyboard.press("Escape");
    await expect(field).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(field).not.toBeFocused();
    await page.keyboard.type("/relu");
    await expect(page.getByRole("combobox", { name: /Search/ })).toHaveValue("relu");
    await page.keyboard.press("Escape");
    await expect(field).toHaveValue(long);
    goOn();
  });

  test("the plain field stays until composition in it has ended", async ({ page }) => {
    const { field, goOn } = await openPlain(page);
    await field.dispatchEvent("compositionstart");
    goOn();
    await expect(page.locator(".monaco-editor .view-line").first()).toBeAttached();
    await expect(page.locator(".monaco-editor").first()).toBeHidden();
    await field.dispatchEvent("compositionend");
    await editor(page);
  });
});

test("a module that is partitioned already opens on its regions; its pipeline is offered", async ({ page }) => {
  await open(page);
  await openExample(page, /From the forum/);
  await expect(page.getByTestId("center")).toContainText("Partitioned for tinyai already: 3 regions. No pass has run.");
  await expect(chip(page, "Input")).toHaveAttribute("aria-checked", "true");
  await expect(picture(page, "after")).toHaveAccessibleName(/of the input.*3 regions/);
  await page.getByRole("button", { name: "Partition again for tinyai" }).click();
  await expect(chip(page, "PartitionGraph")).toHaveAttribute("data-status", "done");
  await expect(chip(page, "PartitionGraph")).toHaveAttribute("aria-checked", "true");
});

test("an edit changes the regions, and stays over a reload", async ({ page }) => {
  await open(page);
  await write(page, "def @main(%x: Tensor[(1, 8), float32]) {\n  %0 = nn.relu(%x);\n  add(%0, %0)\n}\n");
  await expect(chip(page, "PartitionGraph")).toHaveAccessibleName(/1 region of byoc-target/);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("relayscope.document"))).toContain("add(%0, %0)");
  await page.reload();
  await expect(chip(page, "PartitionGraph")).toHaveAccessibleName(/1 region of byoc-target/);
  await expect(await editor(page)).toContainText("nn.relu");
});

test("a mistake is marked where it is, and a press on the problem goes there", async ({ page }) => {
  await open(page);
  await write(page, "def @main(%x: Tensor[(1, 8), float32]) {\n  %0 = nn.relu(%x);\n  nn.rellu(%0)\n}\n");
  const problem = page.getByRole("region", { name: "Problems" }).getByRole("button", { name: /nn\.rellu/ });
  await expect(problem).toContainText("3:");
  await expect(page.locator(".squiggly-error, .squiggly-warning").first()).toBeVisible();
  await problem.click();
  await expect(page.locator(".text-mark").first()).toBeVisible();
  await expect(picture(page, "after")).toHaveAccessibleName(/nodes/);
});

test("errors of a pass are above notes of the text", async ({ page }) => {
  await open(page, linkTo("some words\n\ndef @main(%x: Tensor[(1, 8), float32]) { nn.relu(%x) }\n", "unknown"));
  const problems = page.getByRole("region", { name: "Problems" }).getByRole("listitem");
  await expect(problems.first().getByLabel("error")).toBeVisible();
  await expect(problems.last().getByLabel("note")).toBeVisible();
});

test("for text that is not Relay, the page says so", async ({ page }) => {
  await open(page, linkTo("Dear forum,\nmy model became 43 regions.\n", "byoc-target"));
  await expect(page.getByTestId("graph-after").getByText("No Relay was found in this text.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Relayscope" })).toBeVisible();
});
