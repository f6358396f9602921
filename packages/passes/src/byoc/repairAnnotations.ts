/**
 * Repairs the annotations of a text with holes: unpaired annotations are repaired or removed, so that the other regions
 * are kept. The reference raises for such texts and has no such step. Whole texts are unchanged.
 */
import { type Call, type Expr, type Func, type LineageRecorder, type Module, mapFunctions, rewrite } from "@relayscope/ir";
import { AnnotatedRegionSet, type Annotation, isAnnotation, isEnd } from "@relayscope/regions";
import { modulePass } from "../core/modulePass.ts";
import type { PassContext } from "../core/pass.ts";
import type { SequenceStep } from "../core/sequence.ts";
import { annotationsRepaired } from "./diagnostics.ts";

/** Rounds after which all annotations of a function are taken away. */
const mostRounds = 20;

/** The repairs that a function's annotations need. */
interface Repair {
  readonly taken: ReadonlySet<Expr>;
  /** Calls and tuples some of whose arguments are outside of their region, with a begin of it. */
  readonly begun: ReadonlyMap<Expr, Annotation>;
  isOutside(arg: Expr): boolean;
}

const repairAnnotations = modulePass({
  name: "MendAnnotations",
  summary: "Repairs annotations that do not pair, where the text has holes.",
  upstream: [],
  infersTypes: true,
  run({ module, lineage, report }) {
    const repaired = repairedModule(module, lineage);
    if (repaired !== module) report(annotationsRepaired());
    return repaired;
  },
});

/** The step for a text with holes; none for a whole one. */
export function repairSteps({ hasHoles }: PassContext): readonly SequenceStep[] {
  return hasHoles ? [{ pass: repairAnnotations }] : [];
}

/**
 * The module with paired annotations. An end without a region is removed, and an argument without its begin gets one.
 * The same module if all are paired.
 */
function repairedModule(module: Module, lineage: LineageRecorder): Module {
  return mapFunctions(module, (f, name) => {
    let current = f;
    for (let round = 0; round <= mostRounds; round++) {
      const repair = repairOf(current, name);
      if (!repair) return current;
      current = repaired(current, round < mostRounds ? repair : undefined, lineage);
    }
    return current;
  });
}

function repairOf(f: Func, name: string): Repair | undefined {
  const taken = new Set<Expr>();
  const unjoined: Expr[] = [];
  const set = new AnnotatedRegionSet(f, name, ({ kind, node }) => {
    if (kind === "inconsistent-arguments") unjoined.push(node);
    else taken.add(node);
  });
  const begun = new Map<Expr, Annotation>();
  for (const node of unjoined) {
    const region = set.regionOf(node);
    const [begin] = region ? set.inputsOf(region) : [];
    if (begin) begun.set(node, begin);
  }
  if (taken.size === 0 && unjoined.length === 0) return undefined;
  return { taken, begun, isOutside: (arg) => !isEnd(arg) && set.regionOf(arg) === undefined };
}

/** The function after a repair; without one, all its annotations are taken away. */
function repaired(f: Func, repair: Repair | undefined, lineage: LineageRecorder): Func {
  return rewrite(f, {
    lineage,
    post(original, rebuilt) {
      if (isAnnotation(original) && isAnnotation(rebuilt) && (!repair || repair.taken.has(original))) return rebuilt.args[0] ?? rebuilt;
      const begin = repair?.begun.get(original);
      const over = begin && repair ? withBegins(original, rebuilt, begin, repair) : rebuilt;
      return over === original ? original : { ...over, span: original.span, checkedType: original.checkedType };
    },
  }) as Func;
}

function withBegins(original: Expr, rebuilt: Expr, begin: Annotation, { isOutside }: Repair): Expr {
  const begunFor = (before: readonly Expr[], after: readonly Expr[]) =>
    after.map((arg, i): Expr => {
      const was = before[i];
      return was && isOutside(was) ? ({ ...begin, args: [arg], checkedType: was.checkedType } satisfies Call) : arg;
    });
  if (original.kind === "Call" && rebuilt.kind === "Call") return { ...rebuilt, args: begunFor(original.args, rebuilt.args) };
  if (original.kind === "Tuple" && rebuilt.kind === "Tuple") return { ...rebuilt, fields: begunFor(original.fields, rebuilt.fields) };
  return rebuilt;
}
