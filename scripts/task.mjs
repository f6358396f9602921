// `node scripts/task.mjs COMMAND [ARGS]`: installs what is missing, then runs a command of the project.
import { bin, install, run } from "./install.mjs";
import { runScript } from "./script.mjs";

const [name, ...args] = process.argv.slice(2);

const tasks = {
  start: () => run(bin("vite"), ["build", "--logLevel", "warn"]) || run(bin("vite"), ["preview", "--host", "127.0.0.1", ...args]),
  dev: () => run(bin("vite"), ["--host", "127.0.0.1", ...args]),
  check: () => runScript("scripts/check.ts", args),
  build: () => run(bin("vite"), ["build", ...args]),
  lessons: () => runScript("scripts/lessons.ts", args),
  messages: () => runScript("scripts/messages.ts", args),
  bench: async () => (await import("./bench.mjs")).runBenches(args),
  script: () => runScript(args[0] ?? "", args.slice(1)),
  relayscope: async () => (await import("./command.mjs")).runCommand(args),
  corpus: () => runScript("packages/testing/src/corpus.ts", args),
  "fuzz:causes": () => runScript("packages/testing/fuzz/causes/runCauses.ts", args),
  "fuzz:cures": () => runScript("packages/testing/fuzz/cures/runCures.ts", args),
  "fuzz:sets": () => runScript("packages/testing/fuzz/cures/runSets.ts", args),
  "fuzz:flows": () => runScript("packages/testing/fuzz/flows/runFlows.ts", args),
  "fuzz:kernels": () => runScript("packages/testing/fuzz/kernels/runKernels.ts", args),
  "fuzz:oracle": () => runScript("packages/testing/fuzz/oracle/oracle.ts", args),
  "fuzz:own-targets": () => runScript("packages/testing/fuzz/ownTargets/runOwnTargets.ts", args),
  "fuzz:targets": () => runScript("packages/testing/fuzz/targets/runTargets.ts", args),
  "fuzz:operators": () => runScript("packages/testing/fuzz/operators/runOperators.ts", args),
  "fuzz:python": () => runScript("packages/python/fuzz/runPrograms.ts", args),
  "fuzz:scripts": () => runScript("packages/testing/fuzz/scripts/runScripts.ts", args),
  "fuzz:fragments": () => runScript("packages/testing/fuzz/fragments/runFragments.ts", args),
  "fuzz:archives": () => runScript("packages/testing/fuzz/archives/runArchives.ts", args),
  "fuzz:onnx": () => runScript("packages/import/fuzz/mutate.ts", ["--format", "onnx", ...args]),
  "fuzz:tflite": () => runScript("packages/import/fuzz/mutate.ts", ["--format", "tflite", ...args]),
  "fuzz:wide": () => runScript("packages/testing/fuzz/wide/runWide.ts", args),
  "fuzz:text": () => runScript("packages/text/bench/fuzz.ts", args),
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
