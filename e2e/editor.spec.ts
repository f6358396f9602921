/** The full editor speaks Relay: what it says of names, where it leads, what it writes. */
import type { Locator, Page } from "@playwright/test";
import { chip, drawn, editor, expect, finished, linkTo, open, showTab, test, write } from "./page.ts";

const text = `def @block(%x: Tensor[(1, 8), float32]) -> Tensor[(1, 8), float32] {
  nn.relu(%x)
}

def @main(%data: Tensor[(1, 8), float32]) -> Tensor[(1, 8), float32] {
  %0 = @block(%data);
  %1 = nn.softmax(%0, axis=1);
  add(%1, %data)
}
`;

/**
 * The letters of a word in the editor, in the lines that match. The page holds lines in the order in which they were
 * drawn, so that a count says nothing.
 */
function words(field: Locator, name: string, line: RegExp): Locator {
  return field
    .locator(".view-line")
    .filter({ hasText: line })
    .locator("span span")
    .filter({ hasText: new RegExp(`^\\s*${name.replace(/[.%@]/g, "\\$&")}$`) });
}

function word(field: Locator, name: string, line = /./): Locator {
  return words(field, name, line).first();
}

/** All of the text, as the clipboard gets it. */
async function textOf(page: Page, field: Locator): Promise<string> {
  await field.locator(".view-line").first().click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+c");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  await page.keyboard.press("ArrowLeft");
  return copied;
}

async function opened(page: Page): Promise<Locator> {
  await open(page, linkTo(text, "byoc-target"));
  const field = await editor(page);
  await expect(word(field, "nn.softmax")).toBeVisible();
  return field;
}

test("hovering shows type, description and attributes with their defaults; go to definition works; functions fold, are colored by meaning, and are found by name", async ({
  page,
}) => {
  const field = await opened(page);
  const card = page.locator(".monaco-hover:visible").filter({ hasText: "nn.softmax(data)" });
  // The editor reacts to a pointer that moves. It misses one that came to rest while the lines were drawn again.
  await expect(async () => {
    await word(field, "%data", /@block\(%data/).hover();
    await word(field, "nn.softmax").hover();
    await expect(card).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await expect(card).toContainText("Tensor[(1, 8), float32]");
  await expect(card).toContainText("Exponentials divided by their sum");
  await expect(card.getByRole("row", { name: /axis/ })).toContainText("-1");

  // The card covers the line above.
  await page.mouse.move(0, 0);
  await expect(card).toHaveCount(0);
  await word(field, "@block", /@block\(%data/).click();
  await expect(field.locator(".line-numbers.active-line-number")).toHaveText("6");
  await expect(field.locator(".wordHighlightText, .wordHighlight, .wordHighlightStrong")).toHaveCount(2);
  await page.keyboard.press("F12");
  await expect(field.locator(".line-numbers.active-line-number")).toHaveText("1");

  const lines = await field.locator(".view-line").count();
  await word(field, "@block", /def/).click();
  await page.keyboard.press("ControlOrMeta+Shift+BracketLeft");
  await expect(field.locator(".view-line")).toHaveCount(lines - 1);
  await page.keyboard.press("ControlOrMeta+Shift+BracketRight");
  // A grammar does not distinguish a parameter from a variable that a line binds.
  const color = (name: string) => word(field, name).evaluate((e) => getComputedStyle(e).color);
  await expect.poll(async () => (await color("%data")) !== (await color("%0"))).toBe(true);
  await page.keyboard.press("ControlOrMeta+Shift+o");
  await expect(page.getByRole("textbox", { name: "Type to narrow down results." })).toBeFocused();
  await page.keyboard.type("main");
  // The list narrows after the typing; Enter takes what it shows first.
  const names = page.locator(".quick-input-list").getByRole("option");
  await expect(names).toHaveCount(1);
  await expect(names.first()).toContainText("main");
  await page.keyboard.press("Enter");
  await expect(field.locator(".line-numbers.active-line-number")).toHaveText("5");
});

test("renaming takes every use along, and refuses what would change the meaning; operators and attributes are completed", async ({
  page,
}) => {
  const field = await opened(page);
  await word(field, "%data", /@block\(%data/).click();
  await page.keyboard.press("F2");
  const box = page.locator(".rename-box input");
  await expect(box).toHaveValue("%data");
  await box.fill("%image");
  await page.keyboard.press("Enter");
  await expect(words(field, "%image", /./)).toHaveCount(3);
  await expect(words(field, "%data", /./)).toHaveCount(0);
  expect(await textOf(page, field)).toBe(text.replaceAll("%data", "%image"));

  await word(field, "%0").click();
  await page.keyboard.press("F2");
  await box.fill("%1");
  await page.keyboard.press("Enter");
  await expect(page.getByText("%1 already means something else here.").first()).toBeVisible();
  expect(await textOf(page, field)).toBe(text.replaceAll("%data", "%image"));

  await word(field, "nn.softmax").click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("%2 = nn.log_s");
  const list = page.locator(".suggest-widget:visible");
  await expect(list.getByRole("option").first()).toContainText("nn.log_softmax");
  await page.keyboard.press("Enter");
  await page.keyboard.type("%1, ax");
  await expect(list.getByRole("option").first()).toContainText("axis");
  await page.keyboard.press("Enter");
  await page.keyboard.type("0");
  await page.keyboard.press("Escape");
  expect(await textOf(page, field)).toContain("%2 = nn.log_softmax(%1, axis=0)\n");
});

test("the text is laid out as the reference prints it", async ({ page }) => {
  await open(page);
  await write(page, "def @main(%x:Tensor[(1,3),float32]){let %y=nn.relu(%x);add(%y,%y)}");
  const field = await editor(page);
  await expect(word(field, "nn.relu")).toBeVisible();
  await page.keyboard.press("Shift+Alt+f");
  await expect(field.locator(".view-line")).toHaveCount(5);
  expect(await textOf(page, field)).toBe("def @main(%x: Tensor[(1, 3), float32]) {\n  let %y = nn.relu(%x);\n  add(%y, %y)\n}\n");
});

test("a pattern of a target is completed, and its problems are marked where they are", async ({ page }) => {
  await open(page);
  await showTab(page, "Target");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const field = page.getByLabel(/^Pattern of .*/).last();
  await field.fill("");
  await field.pressSequentially('is_op("nn.bias');
  const options = page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
  await expect(options.first()).toContainText("nn.bias_add");
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue('is_op("nn.bias_add');
  await field.pressSequentially('")(wildcard(), is_cons');
  await expect(options.first()).toContainText("is_constant");
  await page.keyboard.press("Tab");
  await field.pressSequentially("()).has_dt");
  await expect(options).toHaveText([/has_dtype/]);
  await page.keyboard.press("Escape");
  await expect(options).toHaveCount(0);
  await field.fill('is_op("nn.bias_ad")(wildcard(), wildcard())');
  const card = page
    .getByRole("listitem")
    .filter({ has: page.getByLabel(/^Pattern of/) })
    .last();
  await expect(card).toContainText("Did you mean nn.bias_add?");
  await expect(card.locator(".decoration-wavy")).toHaveText('"nn.bias_ad"');
  await field.blur();
  await expect(card).toContainText("The run uses the last valid one.");
  await field.fill('is_op("nn.bias_add")(wildcard(), is_constant())');
  await expect(card.locator(".decoration-wavy")).toHaveCount(0);
  await field.press("ControlOrMeta+Enter");
  await finished(page);
});

test("an operator rule is completed and takes effect while it is written", async ({ page }) => {
  await open(page);
  await showTab(page, "Target");
  const operators = page.getByLabel("Operators that the target takes");
  await operators.click();
  await page.keyboard.press("ControlOrMeta+End");
  await operators.pressSequentially("\nnn.bia");
  await expect(page.getByRole("option", { name: /^nn\.bias_add/ })).toBeVisible();
  // Enter comes before the answer about the longer word.
  await operators.evaluate((field) => {
    document.execCommand("insertText", false, "s");
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  });
  await expect(operators).toHaveValue(/nn\.bias_add$/);
  await operators.pressSequentially("\nlest");
  await expect(page.getByRole("region", { name: "Operators" })).toContainText("lest");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Backspace");
  await operators.pressSequentially("s");
  await expect(operators).toHaveValue(/less$/);
  await expect(chip(page, "AnnotateTarget")).toHaveAccessibleName(/5 marked for byoc-target/);
  // An unknown name is still an error after the field loses the focus.
  await operators.pressSequentially("\nnn.sigmoi");
  await page.keyboard.press("Escape");
  await operators.blur();
  await expect(page.getByRole("region", { name: "Operators" })).toContainText("`nn.sigmoi` is not an operator".replaceAll("`", ""));
  await expect(operators).toHaveValue(/less\nnn\.sigmoi$/);
  await operators.focus();
  await operators.press("d");
  await expect(page.getByRole("option").first()).toHaveAccessibleName(/^sigmoid/);
});

test("Relay that is pasted outside of any field is a new document, and undo removes it", async ({ page }) => {
  await open(page);
  await page.getByRole("heading", { name: "Relayscope" }).click();
  await page.evaluate(() => navigator.clipboard.writeText("def @main(%x: Tensor[(1, 8), float32]) {\n  add(%x, %x)\n}\n"));
  await page.keyboard.press("ControlOrMeta+v");
  await expect(chip(page, "PartitionGraph")).toHaveAccessibleName(/1 region of byoc-target/);
  // By keys: from the page to the picture, and from a button that goes to the picture, once the code for it is there.
  await expect(page.locator("span[hidden]")).toHaveCount(1);
  const focused = page.getByTestId("graph-after").locator(".react-flow__node:focus");
  await drawn(page);
  await page.keyboard.press("Escape");
  await expect(focused).toHaveCount(1);
  await page.locator("[data-notice=pasted]").getByRole("button", { name: "Undo" }).press("Enter");
  await expect(chip(page, "PartitionGraph")).toHaveAccessibleName(/3 regions of byoc-target/);
  await drawn(page);
  // If the next picture is not drawn yet, the strip has the focus.
  await expect(page.locator(".react-flow__node:focus, [role=radio]:focus")).toHaveCount(1);
});

test("the button that folds types is below the text and covers none of it", async ({ page }) => {
  const lines = Array.from(
    { length: 80 },
    (_, i) => `  %${i} = nn.relu(${i === 0 ? "%x" : `%${i - 1}`}) /* ty=Tensor[(1, 8), float32] */;`,
  );
  await open(page, linkTo(`def @main(%x: Tensor[(1, 8), float32]) {\n${lines.join("\n")}\n  nn.relu(%79)\n}\n`, "dnnl"));
  const field = await editor(page);
  const button = page.getByRole("button", { name: /^(Show|Fold) types$/ });
  await expect(button).toBeVisible();
  const text = await field.boundingBox();
  const own = await button.boundingBox();
  expect(own?.y).toBeGreaterThanOrEqual((text?.y ?? 0) + (text?.height ?? 0));
});
