/**
 * The commands, each declared once: usage texts, the check of the command line and the README follow from here.
 * `actions.ts` has what they do.
 */
import { type Command, defineCommand } from "./command/command.ts";
import { choice, dtypes, files, names, seconds, settings, shapes, toggle, wholeNumber, word } from "./command/flags.ts";

const limit = seconds("ends the command after that time, with exit code 3");

/** How a model is imported. */
const modelFlags = {
  model: word("NAME", "the model of a zip archive (`.zip`, `.task`) that holds several"),
  shape: shapes("the shape of a model's input; a flag for each input"),
  dtype: dtypes("the element type of a TFLite model's input; a flag for each input"),
  "keep-params": toggle("leaves an ONNX model's weights as parameters, as those of a TFLite model are"),
  "bind-params": toggle("makes constants of a TFLite model's weights, as those of an ONNX model are"),
};

/** What is run. */
export const runFlags = {
  target: word("NAME", "the target whose flow is run"),
  "target-file": files("a Python file that defines the target, as it is; a flag for each file of one target"),
  setting: settings("a setting of the target, or an argument of the flow of its files; a flag for each"),
  given: settings(
    "a Python expression in place of a name of the target's file or of an import, such as `vendor_sdk.version=lambda: (8, 2)`; a flag for each",
  ),
  pipeline: names("PASS,PASS,...", "the passes that are run, in place of the target's flow"),
  "opt-level": wholeNumber("N", { from: 0, to: 4 }, "passes above this level are skipped"),
  "bind-parameters": toggle("makes constants of all parameters but the inputs"),
  ...modelFlags,
};

/** Lines of FILE, from 1. */
export const lineFlags = {
  line: wholeNumber("N", { from: 1 }, "the line of a call"),
  from: wholeNumber("N", { from: 1 }, "the line of one of two calls"),
  to: wholeNumber("M", { from: 1 }, "the line of the other"),
};
const lineOrRange = [["line"], ["from", "to"]] as const;

const answerFormat = choice(["text", "json"], "how the answer is printed");

export const importCommand = defineCommand({
  name: "import",
  about:
    "imports an ONNX or TFLite model as TVM's frontend does, or runs a Python script or notebook that builds a module, and prints the Relay text",
  input: "file",
  flags: { ...modelFlags, limit },
});

export const runCommand = defineCommand({
  name: "run",
  about:
    "puts a module (Relay text, a model, or a Python script or notebook that builds it) through a target's flow or the passes named, and prints what comes out; shows what TVM recorded of its own passes (PrintIR, PrintAfterAll, relayscope.Recorder)",
  input: "file",
  flags: {
    ...runFlags,
    print: word("after:PASS", "the pass after which the module is printed; the last where it is not given"),
    format: choice(
      ["text", "stages", "json", "url", "svg", "dot", "html", "md", "python"],
      "how it is printed; `stages` is a line a stage, and what a recording of TVM's passes is printed as",
    ),
    limit,
  },
});

export const whyCommand = defineCommand({
  name: "why",
  about:
    "says why there are boundaries, the costliest cause first and what the flow does by design last; why the call of a line is in no region; or why the calls of two lines are not in one",
  input: "file",
  flags: { ...runFlags, ...lineFlags, format: answerFormat, limit },
  alternatives: lineOrRange,
});

export const reduceCommand = defineCommand({
  name: "reduce",
  about: "prints the smallest module in which the line is still in no region, or the two lines are still not in one, for the same cause",
  input: "file",
  flags: { ...runFlags, ...lineFlags, format: answerFormat, limit },
  alternatives: lineOrRange,
  needsOne: true,
});

export const embedCommand = defineCommand({
  name: "embed",
  about: "prints an iframe for docs and slides: strip, picture and Why, without the editor",
  input: "file",
  flags: {
    ...runFlags,
    page: word(
      "ADDRESS",
      "where the page is; RELAYSCOPE_PAGE where it is not given",
      "an address with http or https",
      /^https?:\/\/[^\s/]\S*$/,
    ),
    title: word("TEXT", "the title of the iframe"),
    limit,
  },
});

export const replayCommand = defineCommand({
  name: "replay",
  about: "answers recorded cases, one JSON object a line",
  input: "records",
  flags: { time: wholeNumber("N", { from: 1 }, "adds the median time of N runs in ms"), limit },
});

export const serveCommand = defineCommand({
  name: "serve",
  about: "serves the page; its address goes to standard output",
  input: "none",
  flags: {
    port: wholeNumber("N", { from: 0, to: 65_535 }, "the port, 0 for any that is free; 4173 where it is not given"),
    host: word("NAME", "the address that is listened on; 127.0.0.1 where it is not given"),
    base: word("/PATH/", "the path below which the page is", "a path such as /relayscope/", /^(?!.*(?:^|\/)\.\.?(?:\/|$))[\w./~-]+$/),
  },
});

/** All commands, in the order in which usage texts list them. */
export const commands: readonly Command[] = [
  runCommand,
  whyCommand,
  reduceCommand,
  importCommand,
  embedCommand,
  serveCommand,
  replayCommand,
];
