/**
 * Times what a visitor waits for, on the built page (`npm run build` first), each time in a browser profile of its own:
 * header, text, first node of the picture. The first example, and a network of 700 calls. Then a waterfall of the
 * median visit: what is fetched and what the page does, until the first node.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import config from "../../playwright.config.ts";
import { byoc, linkTo } from "../page.ts";

const command = join(import.meta.dirname, "../../packages/cli/dist/relayscope.js");
const port = 4322;
const visits = 7;
const calls = 700;

/** A network of residual blocks, of as many calls. */
function network(calls: number): string {
  const named = (i: number) => (i < 0 ? "%x" : `%${i}`);
  const call = (i: number) => {
    const [before, start] = [named(i - 1), named(i - 4)];
    return [`nn.conv2d(${before}, %w, padding=[1, 1, 1, 1])`, `nn.relu(${before})`, `exp(${before})`, `add(${before}, ${start})`][i % 4];
  };
  const type = "Tensor[(1, 4, 8, 8), float32]";
  const lines = Array.from({ length: calls }, (_, i) => `  %${i} = ${call(i)};`);
  return [`def @main(%x: ${type}, %w: Tensor[(4, 4, 3, 3), float32]) {`, ...lines, `  %${calls - 1}`, "}", ""].join("\n");
}

/** What a visitor waits for, by the element that shows it. */
const awaited = {
  header: "header",
  text: "textarea, .monaco-editor .view-line",
  node: "[data-testid=graph-after] .react-flow__node",
} as const;
type Awaited = keyof typeof awaited;

interface Visit {
  /** When each is there, ms after navigation. */
  readonly times: Readonly<Record<Awaited, number>>;
  readonly fetched: readonly { readonly name: string; readonly from: number; readonly to: number; readonly bytes: number }[];
}

/** Notes when each selector first finds an element. Runs in the page. */
function watch(selectors: Readonly<Record<string, string>>): void {
  const left = new Map(Object.entries(selectors));
  new MutationObserver((_, observer) => {
    for (const [name, selector] of left) {
      if (!document.querySelector(selector)) continue;
      performance.mark(`visit:${name}`);
      left.delete(name);
    }
    if (left.size === 0) observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
}

/** What the page has noted of its visit. Runs in the page. */
function noted() {
  return {
    marks: performance.getEntriesByType("mark").flatMap(({ name, startTime }) => {
      return name.startsWith("visit:") ? [[name.slice("visit:".length), startTime] as const] : [];
    }),
    fetched: performance.getEntriesByType("resource").flatMap((entry) => {
      if (!(entry instanceof PerformanceResourceTiming)) return [];
      const { name, startTime, responseEnd, encodedBodySize } = entry;
      return [{ name: new URL(name).pathname.slice(1), from: startTime, to: responseEnd, bytes: encodedBodySize }];
    }),
  };
}

async function visited(page: Page, hash: string): Promise<Visit> {
  await page.addInitScript(watch, awaited);
  await page.goto(`http://127.0.0.1:${port}/${hash}`);
  await page.waitForFunction(() => performance.getEntriesByName("visit:node").length > 0);
  await page.waitForFunction(() => performance.getEntriesByName("visit:text").length > 0);
  const { marks, fetched } = await page.evaluate(noted);
  const at = new Map(marks);
  const timeOf = (name: Awaited) => at.get(name) ?? Number.NaN;
  return { times: { header: timeOf("header"), text: timeOf("text"), node: timeOf("node") }, fetched };
}

/** The visit whose first node came in the middle of several visits. */
async function medianVisit(browser: Browser, hash: string): Promise<Visit> {
  const all: Visit[] = [];
  for (let i = 0; i < visits; i++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: "block" });
    all.push(await visited(await context.newPage(), hash));
    await context.close();
  }
  all.sort((a, b) => a.times.node - b.times.node);
  const median = all[visits >> 1];
  if (!median) throw new Error("No visit was timed.");
  return median;
}

const width = 60;

/** A line of the waterfall: a bar from one time to another, on the scale of the whole visit. */
function bar(name: string, from: number, to: number, whole: number, note: string): string {
  const start = Math.floor((from / whole) * width);
  const length = Math.max(1, Math.round(((to - from) / whole) * width));
  const drawn = `${" ".repeat(start)}${"█".repeat(length)}`.slice(0, width).padEnd(width);
  return `${name.slice(0, 34).padEnd(34)} ${drawn} ${note}`;
}

function report(title: string, { times, fetched }: Visit): void {
  console.log(`\n${title}, ms after navigation`);
  for (const [name, time] of Object.entries(times)) console.log(bar(name, 0, time, times.node, time.toFixed(0)));
  for (const { name, from, to, bytes } of fetched) {
    if (from >= times.node) continue;
    console.log(bar(`  ${name}`, from, to, times.node, `${from.toFixed(0)} to ${to.toFixed(0)}, ${(bytes / 1024).toFixed(1)} KiB`));
  }
}

function ratio(title: string, value: number, goal: number): void {
  console.log(`${title.padEnd(52)} ${value.toFixed(2)} (goal ${goal})`);
}

/** The server, once it answers. */
async function served(): Promise<ChildProcess> {
  const server = spawn(process.execPath, [command, "serve", "--port", String(port)], { stdio: "ignore" });
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    if (answer?.ok) return server;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  server.kill();
  throw new Error(`Nothing answers at port ${port}.`);
}

async function main(): Promise<void> {
  if (!existsSync(command)) throw new Error("There is no built page: run `npm run build` first.");
  const server = await served();
  const { args = [], ...options } = config.use?.launchOptions ?? {};
  // A visitor's browser optimizes code, which the tests leave out.
  const browser = await chromium.launch({ ...options, args: args.filter((arg) => !arg.startsWith("--js-flags")) });
  try {
    const first = await medianVisit(browser, "");
    const large = await medianVisit(browser, linkTo(network(calls), "byoc-target", {}, byoc));
    report("The first example", first);
    report(`A network of ${calls} calls`, large);
    console.log("");
    ratio(`First node of ${calls} calls beside the first example's`, large.times.node / first.times.node, 1.3);
    ratio("Header beside the first node, first example", first.times.header / first.times.node, 0.5);
    ratio("Text beside the first node, first example", first.times.text / first.times.node, 0.5);
  } finally {
    await browser.close();
    server.kill();
  }
}

await main();
