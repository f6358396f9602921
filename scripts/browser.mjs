// Finds a Chromium for the browser tests, or installs Debian's where apt is there.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const places = [
  // Chromium without the parts that draw a window: the same pages in an eighth less time.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The path of a browser; undefined where there is none. `CHROMIUM_PATH` wins. */
export function findBrowser() {
  if (process.env.CHROMIUM_PATH) return existsSync(process.env.CHROMIUM_PATH) ? process.env.CHROMIUM_PATH : undefined;
  return places.find((p) => existsSync(p));
}

/** A browser's path, installed from Debian's packages if need be; ends with a sentence where that cannot be. */
export function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  const advice =
    "The browser tests need Chromium: install it (Debian: `apt-get install chromium fonts-dejavu fonts-liberation`) or set CHROMIUM_PATH to a Chrome or Chromium.";
  const isRoot = process.getuid?.() === 0;
  const canSudo = !isRoot && spawnSync("sudo", ["-n", "true"], { stdio: "ignore" }).status === 0;
  if (process.env.CHROMIUM_PATH || spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status !== 0 || !(isRoot || canSudo)) {
    console.error(advice);
    return undefined;
  }
  const prefix = isRoot ? [] : ["sudo", "-n"];
  const apt = (...args) => {
    const [command, ...rest] = [...prefix, "apt-get", ...args];
    execFileSync(command, rest, { stdio: ["ignore", 2, 2], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
  };
  try {
    console.error("No Chromium found: installing Debian's.");
    apt("update", "-qq");
    const install = (name) => apt("install", "-y", "-qq", "--no-install-recommends", name, "fonts-dejavu-core", "fonts-liberation");
    try {
      install("chromium-headless-shell");
    } catch {
      // Older releases of Debian have the browser alone.
      install("chromium");
    }
  } catch {
    console.error(advice);
  }
  return findBrowser();
}
