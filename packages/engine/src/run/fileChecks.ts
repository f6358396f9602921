/** Checks and rules of target files, shown: why one refuses a node, down to the line of the file, with its values. */
import type { Refusal } from "@relayscope/explain";
import type { Expr } from "@relayscope/ir";
import type { Traced } from "@relayscope/targets";
import type { CheckLine, FileChange } from "../contract/index.ts";
import type { ShownCheck } from "./resolvedTarget.ts";

type Reason = Traced["reasons"][number];

/** Reasons that name a condition; a `return` and a `call` only lead there. */
const deciding: ReadonlySet<Reason["kind"]> = new Set(["condition", "value", "element", "exception", "test", "passed"]);

/**
 * A function of a target file that says why it refuses; `traced` calls it and notes why, undefined for a node that it
 * is not asked about.
 */
export function shownCheck(traced: (node: Expr) => Traced | undefined): ShownCheck {
  return {
    refusalOf: (node) => refusalOf(traced(node)),
    lines: (node) => linesOf(traced(node)),
    change: (node) => changeOf(traced(node)),
  };
}

function isYes({ outcome }: Traced): boolean {
  return outcome.kind === "value" && (outcome.value === true || (typeof outcome.value === "number" && outcome.value !== 0));
}

/** The reason that decided: the last one that asks something, else the last one. */
function decidedBy(reasons: readonly Reason[]): Reason | undefined {
  return reasons.findLast(({ kind }) => deciding.has(kind)) ?? reasons.at(-1);
}

function refusalOf(traced: Traced | undefined): Refusal | undefined {
  if (!traced || isYes(traced)) return undefined;
  const { outcome, reasons, log } = traced;
  const message = log.at(-1)?.message ?? "";
  const logged = message === "" ? "" : `. It logs "${oneLine(message)}"`;
  const refusal = { condition: "", details: [], nodes: [], notConstant: undefined, isTypeUnknown: false, settings: [] };
  if (outcome.kind !== "value") {
    const at = outcome.stack.findLast(({ file }) => !file.startsWith("<"));
    const what = outcome.kind === "raised" ? `${outcome.type}: ${outcome.message}` : outcome.message;
    const where = at ? `\`${at.name}\` raises at line ${at.line} of \`${at.file}\`: ` : "";
    return { ...refusal, text: `${where}${what.replace(/\.$/, "")}${logged}` };
  }
  const decided = decidedBy(reasons);
  if (!decided) return undefined;
  const { name, file, line, source, parts } = decided;
  const values = parts.filter((part) => part.source !== part.value).map((part) => `\`${part.source}\` is \`${part.value}\``);
  const found = values.length > 0 ? `, where ${values.join(" and ")}` : "";
  return { ...refusal, text: `\`${name}\` decides at line ${line} of \`${file}\`: \`${oneLine(source)}\`${found}${logged}` };
}

/** As `repr` writes what counts as false. */
const falsy: ReadonlySet<string> = new Set(["False", "None", "0", "0.0", "''", "[]", "()", "{}", "set()"]);

/** The deciding condition as the constant that does not refuse; of a function that always answers no, its answer. */
function changeOf(traced: Traced | undefined): FileChange | undefined {
  if (traced?.outcome.kind !== "value" || isYes(traced)) return undefined;
  const decided = decidedBy(traced.reasons);
  if (!decided || decided.kind === "exception" || decided.file.startsWith("<")) return undefined;
  const { kind, file, line, start, source, value } = decided;
  const place = { file, line, start, source };
  if (kind === "return") return { ...place, text: "return True" };
  return deciding.has(kind) ? { ...place, text: falsy.has(value) ? "True" : "False" } : undefined;
}

function oneLine(source: string): string {
  return source.trim().split(/\s+/).join(" ");
}

/** Deeper reasons are not set in further. */
const deepest = 6;

function linesOf(traced: Traced | undefined): readonly CheckLine[] {
  if (!traced) return [];
  const { outcome, reasons } = traced;
  const lines = reasons.map(
    ({ line, source, value, parts }, at): CheckLine => ({
      level: Math.min(at + 1, deepest),
      text: `line ${line}: ${oneLine(source)}`,
      answer: value === "True",
      values: parts.map((part) => ({ text: part.source, value: part.value })),
      message: "",
    }),
  );
  if (outcome.kind === "value") return lines;
  return [...lines, { level: 1, text: "the check raises", answer: "raises", values: [], message: outcome.message }];
}
