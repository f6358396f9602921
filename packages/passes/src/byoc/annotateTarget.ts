/**
 * AnnotateTarget: chooses a target for each call and puts `compiler_begin` and `compiler_end` around what it supports.
 * Follows src/relay/transforms/annotate_target.cc.
 *
 * A call's target is the first listed one whose rule for the operator accepts it (or whose name the composite's name
 * begins with), else `default`. Other nodes take the target that all their arguments agree on. In a graph that is
 * already annotated, annotations of targets other than `default` stay, and those of `default` are decided again. Nodes
 * inside composites are asked about, too. The answer changes nothing there, but rules with recorded answers count their
 * questions.
 */
import {
  type Call,
  call,
  type Expr,
  type Func,
  func,
  let_,
  mapList,
  refCreate,
  refRead,
  refWrite,
  rewriteFunction,
  tuple,
  tupleGetItem,
  withChildren,
} from "@relayscope/ir";
import { annotated, defaultTarget, isBegin, isEnd, targetOf } from "@relayscope/regions";
import type { TargetAnswer, TargetDecision } from "../core/decisions.ts";
import { type FunctionRun, functionPass } from "../core/functionPass.ts";
import { inferType } from "../core/inferType.ts";
import { mutationOrder } from "../core/mutationOrder.ts";
import { flag, raiseAsNo, texts } from "../core/options.ts";
import { definePass } from "../core/pass.ts";
import { runSequence } from "../core/sequence.ts";
import type { OperatorRule, OperatorRules } from "../core/tables.ts";
import { withTypeOf } from "../core/withType.ts";
import { annotator } from "./annotator.ts";
import { compositeOf } from "./compilerFunctions.ts";

const options = {
  targets: texts([], "The compilers to annotate for; the first that takes a call wins. The chosen target if none is given."),
  raise_as_no: raiseAsNo,
  include_non_call_ops: flag(true, "Whether tuples, tuple items and references get a target too."),
};

const annotateFunctions = functionPass({
  name: "AnnotateTargetFunc",
  summary: "Annotates functions one by one.",
  upstream: ["src/relay/transforms/annotate_target.cc"],
  requires: [inferType],
  options,
  runFunction: annotateFunction,
});

export const annotateTarget = definePass({
  name: "AnnotateTarget",
  summary: "Chooses a target for each call and marks where it begins and ends.",
  upstream: ["src/relay/transforms/annotate_target.cc"],
  options,
  run: ({ module, options: given, context }) =>
    runSequence([{ pass: annotateFunctions, options: given, required: [inferType] }, { pass: inferType }], module, context),
});

/** The target of a call: the first one that supports it. With `reportsAnswers`, also the answer of each target. */
function supportingTarget(
  original: Call,
  targets: readonly string[],
  rules: OperatorRules,
  reportsAnswers: boolean,
): Omit<TargetDecision, "kind" | "node"> {
  if (original.op.kind === "Op") {
    const { name } = original.op;
    // All targets are asked, as in the reference, although the first one that supports the call wins.
    const answers = targets.map((target) => ruleFor(rules, target, name)?.(original));
    const taking = targets[answers.indexOf(true)];
    const reported = reportsAnswers ? { answers: targets.map((target, i) => ({ target, answer: answerOf(answers[i]) })) } : {};
    if (taking !== undefined) return { target: taking, reason: "operator-rule", ...reported };
    const cause = answers.find((answer) => typeof answer === "string");
    return { target: defaultTarget, reason: "no-rule", ...reported, ...(cause ? { cause } : {}) };
  }
  const composite = compositeOf(original.op);
  if (composite?.includes(".")) {
    const target = composite.slice(0, composite.indexOf("."));
    if (targets.includes(target)) return { target, reason: "composite" };
  }
  return { target: defaultTarget, reason: "no-rule" };
}

function annotateFunction({
  f,
  options: { targets, include_non_call_ops: withNonCalls },
  context,
  lineage,
  decide,
}: FunctionRun<typeof options>): Func {
  const rules = context.tables?.rules ?? {};
  const annotate = annotator(context.operators, lineage);
  /** The targets of the nodes made or visited so far. */
  const targetOfNode = new Map<Expr, string>();

  /**
   * Ends each argument with the argument's target and begins it with the node's target or, if the node has none, with
   * the common target of the arguments.
   */
  const annotateArguments = (args: readonly Expr[], target?: string): { target: string; args: readonly Expr[] } => {
    let agreed = "";
    const kept: Expr[] = [];
    const ended: Expr[] = [];
    for (const arg of args) {
      let own = defaultTarget;
      const known = targetOfNode.get(arg);
      if (isBegin(arg)) {
        const inner = annotated(arg);
        if (inner && targetOf(arg) === defaultTarget) ended.push(inner);
        else kept.push(arg);
        if (inner && isEnd(inner)) own = targetOf(inner);
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

  /** Ends a value that leaves a body or a branch or, without non-calls, enters a node without its own target. */
  const end = (expr: Expr): Expr => {
    const target = targetOfNode.get(expr);
    if (target !== undefined) {
      if (!canEnd(expr)) return expr;
      const ending = annotate.end(expr, target);
      targetOfNode.set(ending, target);
      return ending;
    }
    const inner = isEnd(expr) && targetOf(expr) === defaultTarget ? annotated(expr) : undefined;
    if (inner) {
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
    const chosen = supportingTarget(original, targets, rules, decide !== undefined);
    const { target } = chosen;
    if (original.op.kind === "Var" && !withNonCalls) {
      return call(rebuilt.op, rebuilt.args.map(end), rebuilt.attrs, { checkedType: original.checkedType });
    }
    const { args } = annotateArguments(rebuilt.args, target);
    const extras = { checkedType: original.checkedType, span: original.span };
    const made = args === rebuilt.args ? rebuilt : call(rebuilt.op, args, rebuilt.attrs, extras);
    targetOfNode.set(made, target);
    decide?.({ kind: "target", node: original, ...chosen });
    return made;
  };

  /** Annotates a node whose target is the common target of its parts. */
  const annotateByParts = (original: Expr, rebuilt: Expr, parts: readonly Expr[], make: (parts: readonly Expr[]) => Expr): Expr => {
    if (!withNonCalls) {
      decide?.({ kind: "target", node: original, target: defaultTarget, reason: "not-a-call" });
      const ended = mapList(parts, end);
      return ended === parts ? rebuilt : make(ended);
    }
    const { target, args } = annotateArguments(parts);
    const made = args === parts ? rebuilt : make(args);
    targetOfNode.set(made, target);
    decide?.({ kind: "target", node: original, target, reason: "argument-targets" });
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

  return rewriteFunction(f, { post, lineage, children: mutationOrder, keepsLeaves: true });
}

function answerOf(answer: ReturnType<OperatorRule> | undefined): TargetAnswer["answer"] {
  if (answer === undefined) return "none";
  return answer === true ? "accepted" : "refused";
}

/** Nodes that an end annotation may be after: those that can have a begin before them. */
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
