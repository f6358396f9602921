/**
 * AnnotateTarget: chooses a target for each call and puts `compiler_begin` and `compiler_end` around what it can take.
 * Follows src/relay/transforms/annotate_target.cc.
 *
 * A call's target is the first listed one whose rule for the operator says yes (or whose name a composite bears), else `default`.
 * Other nodes take the target that all their arguments agree on. On a graph that is annotated already, annotations of other targets than
 * `default` stay and those of `default` are given anew. Nodes inside composites are asked about too, though the answer changes nothing:
 * rules with recorded answers count their questions.
 */
import {
  type Call,
  call,
  type Expr,
  type Func,
  func,
  type LineageRecorder,
  let_,
  mapList,
  refCreate,
  refRead,
  refWrite,
  rewrite,
  tuple,
  tupleGetItem,
  withChildren,
} from "@relayscope/ir";
import { annotated, annotator, defaultTarget, isBegin, isEnd, targetOf } from "./annotations.ts";
import { compositeOf } from "./compilerFunctions.ts";
import type { Decision, TargetDecision } from "./decisions.ts";
import { wrongOption } from "./diagnostics.ts";
import { functionPass } from "./functionPass.ts";
import { inferType } from "./inferType.ts";
import { mutationOrder } from "./mutationOrder.ts";
import { definePass, type OptionSchema, type PassContext, type PassOptions } from "./pass.ts";
import { booleanOption, textListOption } from "./passOptions.ts";
import { runSequence } from "./sequence.ts";
import { withTypeOf } from "./withType.ts";

/** Whether a target takes a call of an operator. The call is the one before annotation, with its types. */
export type OperatorRule = (call: Call) => boolean;

/** Operator rules by target and operator. */
export type OperatorRules = Readonly<Record<string, Readonly<Record<string, OperatorRule>>>>;

const options: readonly OptionSchema[] = [
  { name: "targets", type: "string[]", default: [], doc: "The compilers to annotate for; the first that takes a call wins." },
  { name: "include_non_call_ops", type: "boolean", default: true, doc: "Whether tuples, tuple items and references get a target too." },
  { name: "rules", type: "object", default: {}, doc: "The operator rules of the targets." },
];

const annotateFunctions = functionPass({
  name: "AnnotateTargetFunc",
  summary: "Annotates functions one by one.",
  optLevel: 0,
  requires: ["InferType"],
  options,
  runFunction: annotateFunction,
});

export const annotateTarget = definePass({
  name: "AnnotateTarget",
  summary: "Chooses a target for each call and marks where it begins and ends.",
  optLevel: 0,
  requires: [],
  options,
  run: (module, given, context) =>
    runSequence([{ pass: annotateFunctions, options: given, required: [inferType] }, { pass: inferType }], module, context),
});

type TargetReason = TargetDecision["reason"];

function annotateFunction(f: Func, given: PassOptions, context: PassContext, lineage: LineageRecorder, decisions: Decision[]): Func {
  const targets = textListOption(given, "targets");
  const withNonCalls = booleanOption(given, "include_non_call_ops", true);
  const rules = rulesOption(given);
  const annotate = annotator(context.operators, lineage);
  /** The target of each node made or met so far that has one. */
  const targetOfNode = new Map<Expr, string>();

  const decide = (node: Expr, target: string, reason: TargetReason) => {
    if (context.trace) decisions.push({ kind: "target", node, target, reason });
  };

  const supportingTarget = (original: Call): { target: string; reason: TargetReason } => {
    if (original.op.kind === "Op") {
      const { name } = original.op;
      // All targets are asked, as the reference does, though the first that takes the call wins.
      const taking = targets.filter((target) => ruleFor(rules, target, name)?.(original));
      return taking[0] === undefined ? { target: defaultTarget, reason: "no-rule" } : { target: taking[0], reason: "operator-rule" };
    }
    const composite = compositeOf(original.op);
    if (composite?.includes(".")) {
      const target = composite.slice(0, composite.indexOf("."));
      if (targets.includes(target)) return { target, reason: "composite" };
    }
    return { target: defaultTarget, reason: "no-rule" };
  };

  /** Ends each argument with its own target and begins it with the node's; without one, with that which the arguments agree on. */
  const annotateArguments = (args: readonly Expr[], target?: string): { target: string; args: readonly Expr[] } => {
    let agreed = "";
    const kept: Expr[] = [];
    const ended: Expr[] = [];
    for (const arg of args) {
      let own = defaultTarget;
      const known = targetOfNode.get(arg);
      if (isBegin(arg)) {
        const inner = annotated(arg);
        if (targetOf(arg) === defaultTarget) ended.push(inner);
        else kept.push(arg);
        if (isEnd(inner)) own = targetOf(inner);
      } else if (known !== undefined) {
        own = known;
        const isInput = arg.kind === "Call" && arg.args.length === 0;
        ended.push(isInput ? arg : annotate.end(arg, known));
      } else {
        ended.push(arg);
      }
      if (agreed === "") agreed = own;
      else if (agreed !== own) agreed = defaultTarget;
    }
    const chosen = target ?? agreed;
    if (agreed === "") return { target: chosen, args };
    return { target: chosen, args: [...kept, ...ended.map((e) => annotate.begin(e, chosen))] };
  };

  /** Ends what leaves a body, a branch or (without non-calls) goes into a node without a target of its own. */
  const end = (expr: Expr): Expr => {
    const target = targetOfNode.get(expr);
    if (target !== undefined) {
      if (!canEnd(expr)) return expr;
      const ending = annotate.end(expr, target);
      targetOfNode.set(ending, target);
      return ending;
    }
    if (isEnd(expr) && targetOf(expr) === defaultTarget) {
      const inner = annotated(expr);
      const ending = annotate.end(inner, targetOfNode.get(inner) ?? "");
      targetOfNode.set(ending, targetOf(ending));
      return ending;
    }
    return expr;
  };

  const annotateCall = (original: Call, rebuilt: Call): Expr => {
    if (isBegin(original)) return rebuilt;
    if (isEnd(original)) {
      const inner = rebuilt.args[0];
      if (inner && !targetOfNode.has(inner)) targetOfNode.set(inner, targetOf(original));
      return rebuilt;
    }
    const first = original.args[0];
    if (first && isBegin(first) && targetOf(first) !== defaultTarget) return rebuilt;
    const { target, reason } = supportingTarget(original);
    if (original.op.kind === "Var" && !withNonCalls) {
      return call(rebuilt.op, rebuilt.args.map(end), rebuilt.attrs, { checkedType: original.checkedType });
    }
    const { args } = annotateArguments(rebuilt.args, target);
    const extras = { checkedType: original.checkedType, span: original.span };
    const made = args === rebuilt.args ? rebuilt : call(rebuilt.op, args, rebuilt.attrs, extras);
    targetOfNode.set(made, target);
    decide(original, target, reason);
    return made;
  };

  /** A node whose target is the one its parts agree on. */
  const annotateByParts = (original: Expr, rebuilt: Expr, parts: readonly Expr[], make: (parts: readonly Expr[]) => Expr): Expr => {
    if (!withNonCalls) {
      const ended = mapList(parts, end);
      return ended === parts ? rebuilt : make(ended);
    }
    const { target, args } = annotateArguments(parts);
    const made = args === parts ? rebuilt : make(args);
    targetOfNode.set(made, target);
    decide(original, target, "argument-targets");
    return made;
  };

  const post = (original: Expr, over: Expr): Expr => {
    const rebuilt = withTypeOf(original, over);
    const extras = { checkedType: original.checkedType };
    switch (rebuilt.kind) {
      case "Call":
        return original.kind === "Call" ? annotateCall(original, rebuilt) : rebuilt;
      case "Tuple":
        return annotateByParts(original, rebuilt, rebuilt.fields, (fields) => tuple(fields, extras));
      case "TupleGetItem":
        return annotateByParts(original, rebuilt, [rebuilt.tuple], ([value]) =>
          tupleGetItem(value ?? rebuilt.tuple, rebuilt.index, extras),
        );
      case "RefCreate":
        return annotateByParts(original, rebuilt, [rebuilt.value], ([value]) => refCreate(value ?? rebuilt.value, extras));
      case "RefRead":
        return annotateByParts(original, rebuilt, [rebuilt.ref], ([ref]) => refRead(ref ?? rebuilt.ref, extras));
      case "RefWrite":
        return annotateByParts(original, rebuilt, [rebuilt.ref, rebuilt.value], ([ref, value]) =>
          refWrite(ref ?? rebuilt.ref, value ?? rebuilt.value, extras),
        );
      case "Function": {
        if (original.kind === "Function" && original.attrs.has("Composite")) return original;
        const body = end(rebuilt.body);
        return body === rebuilt.body ? rebuilt : func({ ...rebuilt, body }, { checkedType: original.checkedType, span: original.span });
      }
      case "Let": {
        const body = end(rebuilt.body);
        const value = rebuilt.value.kind === "Function" ? rebuilt.value : (annotateArguments([rebuilt.value]).args[0] ?? rebuilt.value);
        return let_(rebuilt.variable, value, body, extras);
      }
      case "If":
        return withTypeOf(original, withChildren(rebuilt, end));
      default:
        return rebuilt;
    }
  };

  return rewrite(f, { post, lineage, children: mutationOrder }) as Func;
}

/** Nodes that an end annotation may stand behind: those that can have a begin before them. */
function canEnd(expr: Expr): boolean {
  switch (expr.kind) {
    case "Call":
      return expr.args.length > 0;
    case "Tuple":
      return expr.fields.length > 0;
    case "TupleGetItem":
    case "RefCreate":
    case "RefRead":
    case "RefWrite":
      return true;
    default:
      return false;
  }
}

function ruleFor(rules: OperatorRules, target: string, operator: string): OperatorRule | undefined {
  const ofTarget = Object.hasOwn(rules, target) ? rules[target] : undefined;
  return ofTarget && Object.hasOwn(ofTarget, operator) ? ofTarget[operator] : undefined;
}

function rulesOption(given: PassOptions): OperatorRules {
  const rules = given.rules ?? {};
  if (typeof rules !== "object" || rules === null) throw wrongOption("rules", "an object of rules by target and operator");
  for (const ofTarget of Object.values(rules)) {
    const isTable = typeof ofTarget === "object" && ofTarget !== null;
    if (!isTable || !Object.values(ofTarget).every((rule) => typeof rule === "function")) {
      throw wrongOption("rules", "an object of rules by target and operator");
    }
  }
  return rules as OperatorRules;
}
