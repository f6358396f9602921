/** Tests whether a text has holes: parts that the reference would find in a complete module. */
import type { ModuleInference } from "@relayscope/infer";
import { type Diagnostic, type Expr, type Module, moduleOrder } from "@relayscope/ir";
import type { ParseResult } from "@relayscope/text";
import { messages } from "./diagnostics.ts";
import { operators } from "./operators.ts";

/** Codes of messages that do not indicate a hole, since a complete text can have them. */
const sayNothing: ReadonlySet<string> = new Set(["bound-before", "metadata-unread", "undefined-type"]);

/** Codes of types that inference can't determine because the text lacks something. */
const consequences: ReadonlySet<string> = new Set(["unknown-type", "undeclared-result", "free-variable"]);

/** Codes that inference reports for a block that is cut off, since its last expression is not its result. */
const ofCuts: ReadonlySet<string> = new Set(["let-type", "branch-types", "return-type", "unhandled-cases"]);

/** How many constants of the module have a type inferred only from their use. */
export function assumedTypes(module: Module): number {
  return moduleOrder(module).filter((expr) => expr.kind === "Constant" && expr.assumed !== undefined).length;
}

/** Inference's messages about a text. If reading had to recover, types that can't be inferred are one message. */
export function summarizeUnknowns(read: ParseResult, found: readonly Diagnostic[]): readonly Diagnostic[] {
  if (!isRecovered(read.diagnostics)) return found;
  const isCut = read.diagnostics.some((d) => d.code === "missing-brace");
  const kept = isCut ? found.filter((d) => !ofCuts.has(d.code)) : found;
  const [first, ...others] = kept.filter((d) => consequences.has(d.code));
  return first ? [...kept.filter((d) => !consequences.has(d.code)), messages.unknownTypes(first, others.length)] : kept;
}

function isRecovered(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((d) => d.severity !== "info" && !sayNothing.has(d.code));
}

export interface Holes {
  readonly hasHoles: boolean;
  /** Whether only values of constants are missing. */
  readonly lacksOnlyValues: boolean;
}

export const noHoles: Holes = { hasHoles: false, lacksOnlyValues: false };

/**
 * The holes of a text: reading had to recover, the module can't be typed, a node has no type, a constant has no data,
 * or a called function is missing, including `@main`. The reference could not have read such a text.
 */
export function holesOf(read: ParseResult, typed: ModuleInference): Holes {
  if (read.isWhole === false || !typed.module.functions.has("main") || isRecovered([...read.diagnostics, ...typed.diagnostics]))
    return { hasHoles: true, lacksOnlyValues: false };
  const holes = moduleOrder(typed.module).filter((expr) => isHole(expr, typed.module));
  return { hasHoles: holes.length > 0, lacksOnlyValues: holes.length > 0 && holes.every(({ kind }) => kind === "Constant") };
}

function isHole(expr: Expr, module: Module): boolean {
  switch (expr.kind) {
    case "Op":
      return operators.get(expr.name) === undefined;
    case "GlobalVar":
      return !module.functions.has(expr.name);
    case "Constant":
      return expr.data === undefined;
    case "Constructor":
      return false;
    default:
      return expr.checkedType === undefined;
  }
}
