import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";

const places = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const executablePath = places.find((place) => place !== undefined && existsSync(place));
const port = Number(process.env.RELAYSCOPE_TEST_PORT ?? 4319);

/**
 * Features of the browser's own window and its network use. The pages of its address field alone cost half as much as
 * our page.
 */
const unused = [
  // Playwright's own list, which this list replaces.
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  // The browser's own pages.
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "PreloadTopChromeWebUI",
];

/** Runs against the built page: `vite build` comes first. */
export default defineConfig({
  testDir: "e2e",
  outputDir: ".cache/test-results",
  // The limits only stop tests that hang: a busy machine is much slower than an idle one.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  workers: availableParallelism(),
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  // The goal is none: `npm test` names what needs a second try, and fails by it where `RELAYSCOPE_STRICT` is set.
  retries: 2,
  failOnFlakyTests: process.env.RELAYSCOPE_STRICT !== undefined,
  reporter: [["list"]],
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    viewport: { width: 1280, height: 800 },
    // To see what a rare failure looked like.
    screenshot: "only-on-failure",
    // Only the tests of motion need it. The others would only wait for it.
    contextOptions: { reducedMotion: "reduce" },
    // Only the tests of the service worker allow it. In the others it would fetch the whole page.
    serviceWorkers: "block",
    permissions: ["clipboard-read", "clipboard-write"],
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // A test is over before code runs long enough to win back what its optimization costs.
        "--js-flags=--no-opt --no-maglev",
        `--disable-features=${unused.join(",")}`,
      ],
    },
  },
  webServer: {
    command: `node packages/cli/dist/relayscope.js serve --port ${port}`,
    url: `http://127.0.0.1:${port}/`,
    reuseExistingServer: false,
  },
});
