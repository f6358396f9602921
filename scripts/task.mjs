// `node scripts/task.mjs COMMAND [ARGS]`: installs what is missing, then runs a command of the project.
import { bin, install, run } from "./install.mjs";

const [name, ...args] = process.argv.slice(2);

const tasks = {
  start: () => run(bin("vite"), ["build", "--logLevel", "warn"]) || run(bin("vite"), ["preview", "--host", "127.0.0.1", ...args]),
  dev: () => run(bin("vite"), ["--host", "127.0.0.1", ...args]),
  check: () => run(bin("tsx"), ["scripts/check.ts", ...args]),
  build: () => run(bin("vite"), ["build", ...args]),
  lessons: () => run(bin("tsx"), ["scripts/lessons.ts", ...args]),
  messages: () => run(bin("tsx"), ["scripts/messages.ts", ...args]),
  bench: () => run(bin("tsx"), ["scripts/bench.ts", ...args]),
  relayscope: async () => (await import("./command.mjs")).runCommand(args),
  corpus: () => run(bin("tsx"), ["packages/testing/src/corpus.ts", ...args]),
  "fuzz:causes": () => run(bin("tsx"), ["packages/testing/fuzz/causes/runCauses.ts", ...args]),
  "fuzz:cures": () => run(bin("tsx"), ["packages/testing/fuzz/cures/runCures.ts", ...args]),
  "fuzz:sets": () => run(bin("tsx"), ["packages/testing/fuzz/cures/runSets.ts", ...args]),
  "fuzz:flows": () => run(bin("tsx"), ["packages/testing/fuzz/flows/runFlows.ts", ...args]),
  "fuzz:kernels": () => run(bin("tsx"), ["packages/testing/fuzz/kernels/runKernels.ts", ...args]),
  "fuzz:oracle": () => run(bin("tsx"), ["packages/testing/fuzz/oracle/oracle.ts", ...args]),
  "fuzz:own-targets": () => run(bin("tsx"), ["packages/testing/fuzz/ownTargets/runOwnTargets.ts", ...args]),
  "fuzz:targets": () => run(bin("tsx"), ["packages/testing/fuzz/targets/runTargets.ts", ...args]),
  "fuzz:operators": () => run(bin("tsx"), ["packages/testing/fuzz/operators/runOperators.ts", ...args]),
  "fuzz:python": () => run(bin("tsx"), ["packages/python/fuzz/runPrograms.ts", ...args]),
  "fuzz:scripts": () => run(bin("tsx"), ["packages/testing/fuzz/scripts/runScripts.ts", ...args]),
  "fuzz:fragments": () => run(bin("tsx"), ["packages/testing/fuzz/fragments/runFragments.ts", ...args]),
  "fuzz:archives": () => run(bin("tsx"), ["packages/testing/fuzz/archives/runArchives.ts", ...args]),
  "fuzz:onnx": () => run(bin("tsx"), ["packages/import/fuzz/mutate.ts", "--format", "onnx", ...args]),
  "fuzz:tflite": () => run(bin("tsx"), ["packages/import/fuzz/mutate.ts", "--format", "tflite", ...args]),
  "fuzz:wide": () => run(bin("tsx"), ["packages/testing/fuzz/wide/runWide.ts", ...args]),
  "fuzz:text": () => run(bin("tsx"), ["packages/text/bench/fuzz.ts", ...args]),
  pictures: async () => (await import("./pictures.mjs")).drawPictures(),
  format: () => run(bin("biome"), ["check", "--write", "."]),
  types: () => run(bin("tsc"), ["-p", "."]),
};

if (!Object.hasOwn(tasks, name)) {
  console.error(`No task "${name}". There are: ${Object.keys(tasks).join(", ")}.`);
  process.exit(2);
}
install();
const code = await tasks[name]();
// The command has set its exit code, and ends once its output is written.
if (name !== "relayscope") process.exit(code);
