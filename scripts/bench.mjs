// `npm run bench -- [NAME...]`: times what the budgets speak of. Names: reading, imports, growth, flows, checks, causes,
// layout, language, page; without one, all. Set RELAYSCOPE_REFERENCE (a Python with the reference) and RELAYSCOPE_ORACLE
// (the folder of its replay script) to run the reference next to.
import { runScript } from "./script.mjs";

const benches = {
  reading: ["packages/testing/bench/reading.ts"],
  imports: ["packages/testing/bench/imports.ts"],
  growth: ["packages/testing/bench/growth.ts", "packages/testing/bench/passGrowth.ts"],
  flows: ["packages/testing/bench/flows.ts"],
  checks: ["packages/testing/bench/ownChecks.ts"],
  causes: ["packages/testing/bench/causes.ts", "packages/testing/bench/tracing.ts"],
  layout: ["packages/graph/bench/layout.ts"],
  language: ["packages/language/bench/language.ts"],
  page: ["e2e/bench/page.ts"],
};

/** Runs the benchmarks of these names. Returns an exit code. */
export function runBenches(names) {
  const unknown = names.filter((name) => !Object.hasOwn(benches, name));
  if (unknown.length > 0) {
    console.error(`No benchmark ${unknown.join(", ")}. There are: ${Object.keys(benches).join(", ")}.`);
    return 2;
  }
  let failed = 0;
  for (const name of names.length > 0 ? names : Object.keys(benches)) {
    console.log(`\n== ${name}`);
    for (const file of benches[name]) if (runScript(file, [], ["--expose-gc"]) !== 0) failed++;
  }
  return failed > 0 ? 1 : 0;
}
