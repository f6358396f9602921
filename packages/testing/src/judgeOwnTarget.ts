/** Whether the answer to a record of kind `own-target` is what the reference answered. */
import { textDifference } from "@relayscope/text";

interface Stop {
  readonly error: { readonly code: string; readonly message: string };
}

export interface OwnTargetAnswer {
  readonly after?: Readonly<Record<string, string | Stop>>;
  readonly checks?: readonly (readonly unknown[])[];
  readonly rules?: readonly (readonly unknown[])[];
  readonly regions?: unknown;
  readonly flow?: string | Stop;
  readonly error?: { readonly code: string; readonly message: string };
}

/**
 * The exceptions of the compiler itself: their messages hold the files and lines of its C++ source, which say nothing
 * here.
 */
const ofCompiler = new Set(["TVMError", "InternalError", "DiagnosticError"]);

/**
 * A check that gives numpy's `bool_` fails in the reference with an exception that is chance: what its last conversion
 * left there.
 */
const byChance = "TVMError: expected int but got bool_";

/**
 * Every part that differs, with what was wanted and given; none where the answer is right. The reference walks the
 * functions of a module by their places in memory: where there are several, askings are compared in any order.
 */
export function judgeOwnTarget(wanted: OwnTargetAnswer, given: OwnTargetAnswer, isOrdered = true): readonly string[] {
  if (wanted.error || given.error) return [stopDifference(wanted, given)].filter((part) => part !== undefined);
  const parts = Object.entries(wanted.after ?? {}).map(([step, text]) => [step, textOrStop(text, given.after?.[step])] as const);
  for (const kind of ["checks", "rules"] as const) {
    const [theirs, ours] = [wanted[kind] ?? [], given[kind] ?? []].map((list) => (isOrdered ? list : sorted(list)));
    parts.push([kind, answersDifference(theirs ?? [], ours ?? [])]);
  }
  const regions = wanted.regions === undefined || JSON.stringify(wanted.regions) === JSON.stringify(given.regions);
  if (!regions) parts.push(["regions", `expected ${JSON.stringify(wanted.regions)}, got ${JSON.stringify(given.regions)}`]);
  if (wanted.flow !== undefined) parts.push(["flow", textOrStop(wanted.flow, given.flow)]);
  return parts.flatMap(([part, difference]) => (difference === undefined ? [] : [`${part}: ${difference}`]));
}

function sorted(list: readonly (readonly unknown[])[]): readonly (readonly unknown[])[] {
  return [...list].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

function textOrStop(wanted: string | Stop, given: string | Stop | undefined): string | undefined {
  if (given === undefined) return "nothing";
  if (typeof wanted === "string" && typeof given === "string") {
    const difference = textDifference(wanted, given);
    return difference ? `${difference.definition}\nexpected ${difference.expected}\nactual   ${difference.actual}` : undefined;
  }
  return stopDifference(stopOf(wanted), stopOf(given));
}

function stopOf(result: unknown): Partial<Stop> {
  if (typeof result !== "object" || result === null || !("error" in result)) return {};
  const { error } = result;
  if (typeof error !== "object" || error === null || !("code" in error) || !("message" in error)) return {};
  return { error: { code: String(error.code), message: String(error.message) } };
}

function stopDifference({ error: wanted }: Partial<Stop>, { error: given }: Partial<Stop>): string | undefined {
  if (wanted && given?.message === byChance) return undefined;
  const same = wanted?.code === given?.code && (wanted === undefined || ofCompiler.has(wanted.code) || wanted.message === given?.message);
  return same ? undefined : `expected ${shown(wanted)}, got ${shown(given)}`;
}

function shown(error: Stop["error"] | undefined): string {
  return error ? `${error.code}: ${error.message}` : "no error";
}

/** The first asking that differs: who was asked, of what, and the answer, which comes last. */
function answersDifference(wanted: readonly (readonly unknown[])[], given: readonly (readonly unknown[])[]): string | undefined {
  for (let at = 0; at < Math.max(wanted.length, given.length); at++) {
    const [one, other] = [wanted[at] ?? [], given[at] ?? []];
    const [answer, got] = [one.at(-1), other.at(-1)];
    const stops = [stopOf(answer), stopOf(got)] as const;
    const asked = JSON.stringify(one.slice(0, -1)) === JSON.stringify(other.slice(0, -1));
    const answered =
      stops[0].error || stops[1].error ? stopDifference(...stops) === undefined : JSON.stringify(answer) === JSON.stringify(got);
    if (!asked || !answered) return `at ${at} of ${wanted.length}: expected ${JSON.stringify(one)}, got ${JSON.stringify(other)}`;
  }
  return undefined;
}
