// `npm test`: format and lint, types, unit and golden tests, the build, browser tests. Ends with one line, `N passed, N failed`, summed over them.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { bin, install, root, run } from "./install.mjs";

install();
const reports = join(root, ".cache", "reports");
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

let passed = 0;
let failed = 0;
const causes = [];

/** Counts a step that only succeeds or fails. */
function step(title, command, args) {
  console.log(`\n== ${title}`);
  const code = run(command, args);
  if (code === 0) passed++;
  else {
    failed++;
    causes.push(title);
  }
  return code === 0;
}

/** Counts a runner by its JSON report; a runner that fails without a failed test counts as one failure. */
function runner(title, command, args, env, count) {
  console.log(`\n== ${title}`);
  const code = run(command, args, { env: { ...process.env, ...env } });
  const counts = count();
  passed += counts.passed;
  failed += counts.failed;
  if (code !== 0 && counts.failed === 0) failed++;
  if (code !== 0 || counts.failed > 0) causes.push(title);
}

function report(name) {
  const file = join(reports, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

step("format and lint", bin("biome"), ["ci", "--reporter=summary", "."]);
step("types", bin("tsc"), ["-p", "."]);
runner(
  "unit and golden tests",
  bin("vitest"),
  ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${join(reports, "unit.json")}`],
  {},
  () => {
    const unit = report("unit.json");
    return { passed: unit?.numPassedTests ?? 0, failed: unit?.numFailedTests ?? 0 };
  },
);
if (step("build", bin("vite"), ["build", "--logLevel", "warn"])) {
  const browser = ensureBrowser();
  if (!browser) {
    failed++;
    causes.push("browser tests: no browser");
  } else {
    const file = join(reports, "browser.json");
    runner(
      "browser tests",
      bin("playwright"),
      ["test", "--reporter=list,json"],
      { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
      () => {
        const stats = report("browser.json")?.stats;
        return { passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0), failed: stats?.unexpected ?? 0 };
      },
    );
  }
}

if (causes.length > 0) console.log(`\nFailed: ${causes.join("; ")}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
