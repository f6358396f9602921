// `node scripts/task.mjs COMMAND [ARGS]`: installs what is missing, then runs a command of the project.
import { bin, install, run } from "./install.mjs";
import { runScript } from "./script.mjs";

const [name, ...args] = process.argv.slice(2);

/** Files in TypeScript, with the arguments that come first. */
const scripts = {
  check: ["scripts/check.ts"],
  lessons: ["scripts/lessons.ts"],
  messages: ["scripts/messages.ts"],
  corpus: ["packages/testing/src/corpus.ts"],
  "fuzz:causes": ["packages/testing/fuzz/causes/runCauses.ts"],
  "fuzz:cures": ["packages/testing/fuzz/cures/runCures.ts"],
  "fuzz:sets": ["packages/testing/fuzz/cures/runSets.ts"],
  "fuzz:flows": ["packages/testing/fuzz/flows/runFlows.ts"],
  "fuzz:kernels": ["packages/testing/fuzz/kernels/runKernels.ts"],
  "fuzz:oracle": ["packages/testing/fuzz/oracle/oracle.ts"],
  "fuzz:own-targets": ["packages/testing/fuzz/ownTargets/runOwnTargets.ts"],
  "fuzz:targets": ["packages/testing/fuzz/targets/runTargets.ts"],
  "fuzz:operators": ["packages/testing/fuzz/operators/runOperators.ts"],
  "fuzz:python": ["packages/python/fuzz/runPrograms.ts"],
  "fuzz:scripts": ["packages/testing/fuzz/scripts/runScripts.ts"],
  "fuzz:fragments": ["packages/testing/fuzz/fragments/runFragments.ts"],
  "fuzz:archives": ["packages/testing/fuzz/archives/runArchives.ts"],
  "fuzz:onnx": ["packages/import/fuzz/mutate.ts", "--format", "onnx"],
  "fuzz:tflite": ["packages/import/fuzz/mutate.ts", "--format", "tflite"],
  "fuzz:wide": ["packages/testing/fuzz/wide/runWide.ts"],
  "fuzz:text": ["packages/text/bench/fuzz.ts"],
};

const tasks = {
  start: () => run(bin("vite"), ["build", "--logLevel", "warn"]) || run(bin("vite"), ["preview", "--host", "127.0.0.1", ...args]),
  dev: () => run(bin("vite"), ["--host", "127.0.0.1", ...args]),
  build: () => run(bin("vite"), ["build", ...args]),
  bench: async () => (await import("./bench.mjs")).runBenches(args),
  script: () => runScript(args[0] ?? "", args.slice(1)),
  relayscope: async () => (await import("./command.mjs")).runCommand(args),
  pictures: async () => (await import("./pictures.mjs")).drawPictures(),
  format: () => run(bin("biome"), ["check", "--write", "."]),
  types: () => run(bin("tsc"), ["-p", "."]),
  ...Object.fromEntries(Object.entries(scripts).map(([task, [file, ...first]]) => [task, () => runScript(file, [...first, ...args])])),
};

if (!Object.hasOwn(tasks, name)) {
  console.error(`No task "${name}". There are: ${Object.keys(tasks).join(", ")}.`);
  process.exit(2);
}
install();
const code = await tasks[name]();
// The command has set its exit code, and ends once its output is written.
if (name !== "relayscope") process.exit(code);
