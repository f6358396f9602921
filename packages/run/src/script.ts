/** The module that a Python script builds, as text. Loaded with the first script. */
import { bytesPerElement, elementCount, type Module, type TensorType } from "@relayscope/ir";
import { printPattern } from "@relayscope/match";
import { type ScriptTarget, scriptModule } from "@relayscope/targets";
import { metadataSection, printExpression, printModuleWithNames } from "@relayscope/text";
import { builtInTable } from "./builtInTargets.ts";
import type { ScriptAnswer, TargetFile, TargetSpec } from "./contract/index.ts";
import { raisedText, userCalls } from "./fileChecks.ts";
import { referenceTargets } from "./fileTargets.ts";

/** A text has no types: the script's module may have. */
const typed = { pass: "InferType", options: {} };

/** Runs the first of the files, which may import the others. */
export function readScript(files: readonly TargetFile[]): ScriptAnswer {
  const [first] = files;
  if (!first) return { targets: [] };
  const { made, ended } = scriptModule(new Map(files.map(({ name, text }) => [name, text])), first.name, referenceTargets);
  const at = ended && userCalls(ended.stack).at(-1);
  const message = ended && (ended.kind === "raised" && !ended.isOwnLimit ? raisedText(ended) : ended.message);
  const customTargets = made?.own.map(specOf).filter((spec) => !isBuiltIn(spec)) ?? [];
  const steps = made?.steps ?? [];
  const pipeline = steps[0]?.pass === typed.pass ? steps : [typed, ...steps];
  return {
    targets: made?.targets ?? [],
    ...(customTargets.length > 0 && { customTargets }),
    ...(made && steps.length > 0 && { flow: { pipeline, optLevel: made.optLevel } }),
    ...(made && { built: written(made.module) }),
    ...(message !== undefined && { problem: { message, file: at?.file ?? first.name, line: at?.line ?? 1 } }),
  };
}

function specOf({ name, patterns, operators }: ScriptTarget): TargetSpec {
  const text = (pattern: ScriptTarget["patterns"][number]["pattern"]) =>
    printPattern(pattern, { printExpr: (expr) => printExpression(expr) });
  return { name, patterns: patterns.map((entry) => ({ name: entry.name, pattern: text(entry.pattern) })), operators };
}

/** Whether a built-in target has the same patterns and operators. */
function isBuiltIn(spec: TargetSpec): boolean {
  const table = builtInTable(spec.name);
  const shown = ({ patterns, operators }: TargetSpec) => JSON.stringify([patterns, [...operators].sort()]);
  return table !== undefined && shown(table) === shown(spec);
}

/** The text of a module, and the values of its constants by their numbers in it. */
function written(module: Module): NonNullable<ScriptAnswer["built"]> {
  const { text: shown, metadata, constants } = printModuleWithNames(module, { showVersion: true });
  // Numbers in boxes have their values in the text itself: only those of constants are given next to it.
  const section = metadataSection(new Map([...metadata].filter(([type]) => type !== "relay.Constant")));
  const text = section === "" ? shown : `${shown}\n#[metadata]\n${section}`;
  const values = new Map(constants.flatMap(({ data }, at) => (data ? [[at, data] as const] : [])));
  const left = constants.filter(({ data, tensorType }) => !data && tensorType && isLarge(tensorType)).length;
  return { text, values: { constants: values, parameters: new Map() }, left };
}

/** Whether a tensor of a script has no values because it is too large, and not because a text lacks them. */
function isLarge({ dtype, shape }: TensorType): boolean {
  const sizes = shape.map((size) => (typeof size === "number" ? size : 1));
  return elementCount(sizes) * (bytesPerElement(dtype) ?? 0) > 1024 * 1024;
}
