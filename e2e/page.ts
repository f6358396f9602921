/** What the browser tests share: a page without console errors, and functions for its parts. */
import { readFileSync } from "node:fs";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
} from "@playwright/test";
import type { TargetSpec } from "../packages/engine/src/index.ts";
import { encodeFragment, type Snapshot } from "../packages/share/src/index.ts";

interface Options {
  /**
   * Whether the full editor loads by itself, as in a browser that does not save data. Otherwise it loads when the text
   * gets the focus (`editor`).
   */
  readonly comesByItself: boolean;
  /** Whether each test has a browser context of its own: for other options, and for scripts that run before the page's. */
  readonly isAlone: boolean;
}

interface Kept {
  context?: BrowserContext;
}

/**
 * The tests of a process share a browser context and its page: the compiled code stays, and so does the cache, without
 * which a third of a test's work would be to load the page.
 */
export const test = base.extend<{ page: Page } & Options, { kept: Kept }>({
  comesByItself: [false, { option: true }],
  isAlone: [false, { option: true }],
  kept: [
    async ({ browser }, use) => {
      const kept: Kept = {};
      await use(kept);
      if (browser.isConnected()) await kept.context?.close();
    },
    { scope: "worker" },
  ],
  context: async ({ browser, kept, comesByItself, isAlone }, use) => {
    const make = async () => {
      const context = await browser.newContext();
      if (!comesByItself) await context.addInitScript(saveData);
      return context;
    };
    if (!isAlone) kept.context ??= await make();
    const context = (isAlone ? undefined : kept.context) ?? (await make());
    await use(context);
    if (isAlone) await context.close();
  },
  page: async ({ context, isAlone, baseURL }, use) => {
    const page = isAlone ? await context.newPage() : await clearedPage(context, baseURL ?? "");
    const complaints = complaintsOf(page);
    await use(page);
    expect(complaints).toEqual([]);
  },
});

/** The page of a context as it was at first: nothing is stored, and nothing of the test before is left. */
async function clearedPage(context: BrowserContext, baseURL: string): Promise<Page> {
  const [page = await context.newPage(), ...others] = context.pages();
  for (const other of others) await other.close();
  page.removeAllListeners();
  await context.unrouteAll();
  await page.unrouteAll();
  // A small file of the same origin: what is stored for a tab can be removed only there.
  await page.goto(`${baseURL}theme.js`);
  await page.evaluate(() => sessionStorage.clear());
  const client = await context.newCDPSession(page);
  await client.send("Storage.clearDataForOrigin", { origin: new URL(baseURL).origin, storageTypes: "all" });
  await client.detach();
  await page.goto("about:blank");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: "reduce" });
  return page;
}

export { expect };

function saveData(): void {
  Object.defineProperty(navigator, "connection", { value: { saveData: true } });
}

/** The errors and dialogs of a page from now on. */
function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return complaints;
}

/** Another browser with nothing stored, and the errors of its page. */
export async function otherBrowser(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options);
  await context.addInitScript(saveData);
  const page = await context.newPage();
  return { context, page, complaints: complaintsOf(page) };
}

/** Opens the page, or a link to it, and waits for the run to end. */
export async function open(page: Page, link = ""): Promise<void> {
  await page.goto(link.startsWith("http") ? link : `./${link}`);
  await finished(page);
}

/** Waits until the run is finished. */
export async function finished(page: Page): Promise<void> {
  await expect(page.getByLabel("Worker", { exact: true })).toHaveAttribute("data-status", "finished");
}

/** Holds back the files of a name. Returns the function that lets them come, or fail. */
export async function holdBack(page: Page, name: RegExp, end: "continue" | "abort" = "continue"): Promise<() => void> {
  let letGo = () => {};
  const isWanted = new Promise<void>((done) => {
    letGo = done;
  });
  await page.route(name, async (route) => {
    await isWanted;
    await route[end]();
  });
  return letGo;
}

/**
 * Waits until a pane shows the latest picture, laid out for its size, with everything in sight drawn.
 */
export async function drawn(page: Page, pane: "before" | "after" = "after"): Promise<void> {
  await expect(page.getByTestId(`graph-${pane}`)).toHaveAttribute("aria-busy", "false");
}

/**
 * Waits until the browser is idle and has painted the result. The first frame is requested because the browser may not
 * become idle without one.
 */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await new Promise((done) => requestIdleCallback(done, { timeout: 10_000 }));
    await frame();
    await frame();
  });
}

/** The chip of a pass in the strip. */
export function chip(page: Page, name: string): Locator {
  return page.getByRole("radiogroup", { name: "Passes" }).getByRole("radio", { name: new RegExp(`^${name}`) });
}

/** Shows the stage after a pass, and waits for its picture. */
export async function goTo(page: Page, name: string): Promise<void> {
  await chip(page, name).click();
  await expect(chip(page, name)).toHaveAttribute("aria-checked", "true");
  await drawn(page);
}

/** Opens an example from the menu, and waits until its run is finished and its picture is drawn. */
export async function openExample(page: Page, title: RegExp): Promise<void> {
  const looks = () => page.locator("[data-notice=look]").allTextContents();
  const before = await looks();
  await page.getByRole("banner").getByRole("button", { name: "Examples" }).click();
  await page.getByRole("menuitem", { name: title }).click();
  await expect.poll(looks).not.toEqual(before);
  await finished(page);
  await drawn(page);
}

/** Loads the full editor, as a focus on the text does, and returns its field. The focus does not change. */
export async function editor(page: Page): Promise<Locator> {
  const full = page.locator(".monaco-editor").first();
  const plain = page.locator("textarea[aria-label='Relay text']:not(.monaco-editor *)");
  await plain.or(full).first().waitFor();
  // There is none if the full editor is loaded.
  await plain.evaluateAll((fields) => {
    for (const field of fields) field.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
  });
  await expect(full.locator(".view-line").first()).toBeVisible();
  return full;
}

/**
 * Replaces the whole text of the editor with `text`, and waits until it is there. By then its run has started.
 */
export async function write(page: Page, text: string): Promise<void> {
  const field = await editor(page);
  await field.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await page.evaluate((t) => navigator.clipboard.writeText(t), text);
  await page.keyboard.press("ControlOrMeta+v");
  const [word = ""] = /\S+/.exec(text) ?? [];
  await expect(field.locator(".view-lines")).toContainText(word);
}

/** The picture of a pane; its name says what it shows. */
export function picture(page: Page, pane: "before" | "after"): Locator {
  return page.getByTestId(`graph-${pane}`).getByRole("region");
}

/** The switch between map and operators. */
export function modeSwitch(page: Page): Locator {
  return page.getByRole("button", { name: /^Map (Operators|Ops)/ });
}

/** A node of a pane's picture by its label. */
export function box(page: Page, label: string | RegExp, pane: "before" | "after" = "after"): Locator {
  return page.getByTestId(`graph-${pane}`).locator(".react-flow__node").filter({ hasText: label });
}

/** A line of the outline. */
export function outlineRow(page: Page, name: string | RegExp): Locator {
  return page.getByRole("tree").getByRole("treeitem", { name });
}

/** Opens the menu next to the chip of the shown pass. */
export async function passMenu(page: Page, name: string): Promise<Locator> {
  await page.getByRole("button", { name: `More on ${name}` }).click();
  return page.getByRole("dialog", { name: `More on ${name}` });
}

/** Shows a tab of the left side, or of the inspector, and waits for its content. */
export async function showTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole("tab", { name, exact: true });
  if (name === "Outline" && (await tab.count()) === 0) {
    await page.getByRole("button", { name: "View", exact: true }).click();
    await page.getByRole("menuitem", { name: /^Outline/ }).click();
    // The pointer would rest on the picture, which fades everything else.
    await page.mouse.move(2, 2);
  } else await tab.click();
  await expect(page.getByRole("tabpanel", { name, exact: true }).locator("*").first()).toBeAttached();
}

/** Presses a button in a pass's row of the pipeline. Some buttons show only with the pointer on the row. */
export async function pressInStep(page: Page, pass: string, button: string): Promise<void> {
  const row = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: `Options of ${pass}`, exact: true }) });
  await row.hover();
  await row.getByRole("button", { name: button, exact: true }).click();
}

/** What opens a text for a target: a built-in one, or one of the test's own. Without passes, the target's own run. */
export function linkTo(
  text: string,
  target: string | TargetSpec,
  view: Partial<Snapshot["view"]> = {},
  pipeline?: Snapshot["pipeline"],
): string {
  const [name, customTargets] = typeof target === "string" ? [target, []] : [target.name, [target]];
  return `#${encodeFragment({ ...emptySnapshot, text, target: name, customTargets, pipeline, view: { ...emptySnapshot.view, ...view } })}`;
}

const gallery = new URL("../public/examples/", import.meta.url);

/** What opens an example of the gallery as the gallery does, from the start. */
export function linkToExample(file: string): string {
  const examples: readonly (Partial<Snapshot> & { readonly file: string })[] = JSON.parse(
    readFileSync(new URL("index.json", gallery), "utf8"),
  );
  const { target, customTargets, pipeline, optLevel, bindParameters } = examples.find((example) => example.file === file) ?? {};
  const settings = { target, customTargets, pipeline: pipeline ?? byoc, optLevel, bindParameters };
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  return `#${encodeFragment({ ...emptySnapshot, ...given, text: readFileSync(new URL(file, gallery), "utf8") })}`;
}

/** The passes of partitioning, as links of the page name them. */
export const byoc = ["InferType", "MergeComposite", "AnnotateTarget", "MergeCompilerRegions", "PartitionGraph"].map((pass) => ({
  pass,
  options: {},
}));

/** What a link holds at least. */
export const emptySnapshot: Snapshot = {
  text: "",
  pipeline: undefined,
  target: "",
  customTargets: [],
  optLevel: 2,
  bindParameters: false,
  view: {
    stage: 1_000,
    selection: undefined,
    panes: "split",
    collapsed: [],
    camera: undefined,
    hideVariables: false,
    hideConstants: false,
    showAnnotations: false,
  },
};
