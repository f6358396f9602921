// `npm test`: format and lint, types, the build and, in parallel, unit and golden tests; then browser tests. Ends with one line,
// `N passed, N failed`, summed over them. Browser tests that need a second try are named, and fail where `CI` is set.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { browserCounts } from "./browserCounts.mjs";
import { bin, install, root, start } from "./install.mjs";

install();
const reports = join(root, ".cache", "reports");
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

let passed = 0;
let failed = 0;
const causes = [];

function count(title, counts) {
  passed += counts.passed;
  failed += counts.failed;
  if (counts.failed > 0) causes.push(title);
}

/** A step that only succeeds or fails. Its output is shown at its end, as other steps run in parallel. */
async function step(title, command, args) {
  const begin = performance.now();
  const { code, output } = await start(command, args);
  console.log(`\n== ${title}: ${code === 0 ? "passed" : "failed"} in ${((performance.now() - begin) / 1000).toFixed(1)} s\n${output}`);
  count(title, code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
  return code === 0;
}

/** A runner, counted by its JSON report; one that fails without a failed test counts as one failure. */
async function runner(title, command, args, env, counted) {
  console.log(`\n== ${title}`);
  const { code } = await start(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
  const counts = counted();
  count(title, code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts);
}

function report(name) {
  const file = join(reports, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

async function prepared() {
  await step("format and lint", bin("biome"), ["ci", "--reporter=summary", "--error-on-warnings", "."]);
  await step("types", bin("tsc"), ["-p", "."]);
  return step("build", bin("vite"), ["build", "--logLevel", "warn"]);
}

const unitReport = `--outputFile.json=${join(reports, "unit.json")}`;
const [isBuilt] = await Promise.all([
  prepared(),
  runner("unit and golden tests", bin("vitest"), ["run", "--reporter=default", "--reporter=json", unitReport], {}, () => {
    const unit = report("unit.json");
    return { passed: unit?.numPassedTests ?? 0, failed: unit?.numFailedTests ?? 0 };
  }),
]);

const browser = isBuilt ? ensureBrowser() : undefined;
if (browser) {
  const file = join(reports, "browser.json");
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  await runner("browser tests", bin("playwright"), ["test", "--reporter=list,json"], env, () => {
    const { passed, failed, again } = browserCounts(report("browser.json"), process.env.RELAYSCOPE_STRICT !== undefined);
    if (again.length > 0) console.log(`\nPassed only on a second try:\n${again.map((title) => `  ${title}`).join("\n")}`);
    return { passed, failed };
  });
} else if (isBuilt) count("browser tests: no browser", { passed: 0, failed: 1 });

if (causes.length > 0) console.log(`\nFailed: ${causes.join("; ")}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
