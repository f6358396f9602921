// `npm run pictures`: the pictures at the README's top, drawn by the built page itself, and the icons that the manifest names.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { ensureBrowser } from "./browser.mjs";
import { bin, root, run } from "./install.mjs";

const port = 4399;
const address = `http://127.0.0.1:${port}/`;
/** As much as all of the pictures together may take. */
const mostBytes = 300 * 1024;
const pictures = join(root, "docs", "pictures");

/** An element on a page of its own, as a file of type `type` and quality `quality`. */
async function convert(browser, png, type, quality) {
  const page = await browser.newPage();
  const data = await page.evaluate(
    async ([source, mime, q]) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      canvas.getContext("2d").drawImage(image, 0, 0);
      return canvas.toDataURL(mime, q);
    },
    [`data:image/png;base64,${png.toString("base64")}`, type, quality],
  );
  await page.close();
  return Buffer.from(data.split(",")[1], "base64");
}

/** The page in a window of its own, with an example of the gallery open. */
async function opened(browser, example, theme, size) {
  const context = await browser.newContext({ viewport: size, colorScheme: theme, reducedMotion: "reduce", serviceWorkers: "block" });
  const page = await context.newPage();
  await page.goto(address);
  await settled(page);
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("menuitem", { name: example }).click();
  await settled(page);
  await page.locator(".monaco-editor .view-line").first().waitFor();
  for (const button of await page.locator("[data-notice]").getByRole("button", { name: "Put away" }).all()) await button.click();
  return page;
}

/** Waits until the run has ended and no pane waits for its picture. */
async function settled(page) {
  await page.locator("[aria-label=Worker][data-status=finished]").waitFor();
  await page.locator("[data-testid=graph-after][aria-busy=false] .react-flow__node").first().waitFor();
  await page.waitForTimeout(800);
}

async function showWhy(page) {
  await page.getByRole("tab", { name: "Improve", exact: true }).click();
  await page.getByText("What splits the regions").waitFor();
}

const size = { width: 1600, height: 900 };

const shots = {
  "partition-light": async (browser) => {
    const page = await opened(browser, /notebook/i, "light", size);
    await showWhy(page);
    return page;
  },
  "map-dark": async (browser) => {
    const page = await opened(browser, /ResNet-18/, "dark", size);
    await showWhy(page);
    return page;
  },
};

/** The icon at a size, over all of its square where `isWhole`. */
async function icon(browser, width, isWhole) {
  const page = await browser.newPage({ viewport: { width, height: width } });
  const svg = readFileSync(join(root, "public", "icon.svg"), "utf8");
  const inner = isWhole ? `<div style="background:#3f4ac6;padding:12%;box-sizing:border-box;height:100%">${svg}</div>` : svg;
  await page.setContent(`<style>html,body{margin:0;height:100%}svg{display:block;width:100%;height:100%}</style>${inner}`);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

/** Draws everything; answers the exit code. */
export async function drawPictures() {
  const executablePath = ensureBrowser();
  if (!executablePath) return 1;
  if (run(bin("vite"), ["build", "--logLevel", "warn"]) !== 0) return 1;
  const server = spawn(bin("vite"), ["preview", "--host", "127.0.0.1", "--port", String(port), "--strictPort"], {
    cwd: root,
    stdio: "ignore",
  });
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    while (!(await fetch(address).catch(() => undefined))) await new Promise((done) => setTimeout(done, 100));
    mkdirSync(pictures, { recursive: true });
    let bytes = 0;
    for (const [name, shot] of Object.entries(shots)) {
      const page = await shot(browser);
      await settled(page);
      const file = join(pictures, `${name}.webp`);
      writeFileSync(file, await convert(browser, await page.screenshot(), "image/webp", 0.82));
      bytes += statSync(file).size;
      console.log(`${name}.webp ${statSync(file).size}`);
      await page.context().close();
    }
    for (const [name, width, isWhole] of [
      ["icon-192", 192, false],
      ["icon-512", 512, false],
      ["icon-whole-512", 512, true],
    ]) {
      writeFileSync(join(root, "public", `${name}.png`), await icon(browser, width, isWhole));
    }
    if (bytes <= mostBytes) return 0;
    console.error(`The pictures take ${bytes} bytes together, more than ${mostBytes}.`);
    return 1;
  } finally {
    await browser.close();
    server.kill();
  }
}
