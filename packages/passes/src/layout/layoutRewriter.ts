/**
 * Moves calls to other layouts, with layout transforms in between, for ConvertLayout and AlterOpLayout. Follows
 * src/relay/transforms/transform_layout.h and forward_rewrite.cc.
 *
 * The walk goes from arguments to users. A moved call is passed on as a placeholder: its new value, with the layout it
 * would have had (`oldLayout`) and the one it has (`newLayout`). A user with a layout rule takes the value as it is,
 * adapts, and transforms what does not fit. Any other user, and the function's end, gets it back in its old layout.
 */
import {
  type Attrs,
  attrsEqual,
  type Call,
  childrenOf,
  dimValue,
  type Expr,
  Failure,
  failure,
  incompleteType,
  keptIn,
  type LineageRecorder,
  mapList,
  postOrder,
  present,
  type Rewriter,
  rewriter,
  type Tuple,
  type Type,
  tuple,
  tupleGetItem,
  variable,
} from "@relayscope/ir";
import { inconvertibleLayouts } from "../core/diagnostics.ts";
import type { AlterCall, AlteredCall } from "../core/layoutConverter.ts";
import { leftAlone } from "../core/leftAlone.ts";
import { operatorCalls } from "../core/operatorCalls.ts";
import type { PassContext } from "../core/pass.ts";
import { layoutProblems, layoutRefused, strandedLayout } from "./diagnostics.ts";
import { expandedTo, isConvertible, type MaybeLayout, primalRankOf, sameLayout } from "./layout.ts";
import type { LayoutAnswer } from "./layoutRule.ts";
import { layoutRules } from "./layoutRules.ts";

/** A value in a new layout. */
interface Moved {
  readonly value: Expr;
  readonly oldLayout: MaybeLayout;
  readonly newLayout: MaybeLayout;
}

/**
 * Operators that the pass may alter though they have no layout rule: their arguments stay in the layouts they come in.
 */
const alteredWithoutRule: ReadonlySet<string> = new Set(["nn.sparse_dense"]);

type Transformed = (value: Expr, from: MaybeLayout, to: MaybeLayout, at: Call) => Expr;

/** Transforms values between layouts, each conversion once. */
function layoutTransforms(
  calls: ReturnType<typeof operatorCalls>,
  hasOneElement: (e: Expr) => boolean,
  made: (e: Expr, origin: Expr) => Expr,
): Transformed {
  const transforms = new Map<Expr, Map<string, Expr>>();
  const insertTransform = (value: Expr, from: MaybeLayout, to: MaybeLayout, at: Call): Expr => {
    let [input, source] = [value, from];
    const missing = primalRankOf(to) - primalRankOf(from);
    if (missing > 0 && to) {
      // A tensor with one element broadcasts in every layout.
      if (hasOneElement(value)) return value;
      source = expandedTo(from, to);
      input = made(calls("expand_dims", [value], { axis: 0, num_newaxis: missing }), at);
      if (sameLayout(source, to)) return input;
    }
    if (!isConvertible(source, to)) throw inconvertibleLayouts(at, source?.name ?? "__undef__", to?.name ?? "__undef__");
    return made(calls("layout_transform", [input], { src_layout: source?.name ?? "", dst_layout: to?.name ?? "" }), at);
  };
  return (value, from, to, at) => {
    if (sameLayout(from, to)) return value;
    const known = keptIn(transforms, value, () => new Map());
    const key = `${from?.name ?? "__undef__"} ${to?.name ?? "__undef__"}`;
    return keptIn(known, key, () => insertTransform(value, from, to, at));
  };
}

/**
 * Rewrites a function: each call is altered and its neighbors adapt. If the text has holes, a call whose layouts can't
 * be inferred keeps them.
 */
export function rewriteLayouts(root: Expr, alter: AlterCall, context: PassContext, lineage: LineageRecorder): Expr {
  const calls = operatorCalls(context.operators);
  const movedOf = new Map<Expr, Moved>();
  /** Calls and fields of the input that are kept here, while the reference builds new ones without types. */
  const renewed = new Set<Expr>();
  /** Of other nodes built again (branches, bindings), the node that they were; the reference hands its type on. */
  const originals = new Map<Expr, Expr>();

  const hasOneElement = (e: Expr): boolean => {
    const type = renewed.has(e) ? undefined : (e.checkedType ?? typeHandedOn(originals.get(e)));
    return type?.kind === "TensorType" && type.shape.every((dim) => dimValue(dim) === 1);
  };
  const made = <T extends Expr>(e: T, origin: Expr): T => {
    lineage.record(e, origin);
    return e;
  };
  const transformed = layoutTransforms(calls, hasOneElement, made);

  const callOf = new Map<Expr, Call>();
  const standIn = (value: Expr, oldLayout: MaybeLayout, newLayout: MaybeLayout, call: Call): Expr => {
    const e = made(variable("moved"), call);
    movedOf.set(e, { value, oldLayout, newLayout });
    callOf.set(e, call);
    return e;
  };
  /**
   * Restores values to their old layouts. As in the reference, the inside of a moved value is left unchanged when it is
   * visited from outside.
   */
  const realizer: Rewriter = rewriter({
    pre(e) {
      const moved = movedOf.get(e);
      return moved && transformed(moved.value, moved.newLayout, moved.oldLayout, present(callOf.get(e)));
    },
    post(moved, rebuilt) {
      if (rebuilt === moved) return moved;
      const original = originals.get(moved) ?? moved;
      if (original !== moved && sameList(childrenOf(rebuilt), childrenOf(original))) {
        renew(original);
        return original;
      }
      originals.set(rebuilt, original);
      return made(rebuilt, original);
    },
  });
  const renew = (e: Expr) => {
    if (e.kind === "Call" || e.kind === "TupleGetItem") renewed.add(e);
  };
  const retupled = (given: Expr | undefined, arg: Tuple, fields: readonly Expr[]): Expr => {
    if (fields === arg.fields) return arg;
    return given?.kind === "Tuple" && sameList(fields, given.fields) ? given : made(tuple(fields), arg);
  };

  /** The replacement of a call; undefined if its arguments must come in their old layouts. */
  const rewriteCall = (call: Call, args: readonly Expr[]): Expr | undefined => {
    if (call.op.kind !== "Op") return undefined;
    const inputs: Moved[] = [];
    const plain = (arg: Expr): Expr => {
      const moved = movedOf.get(arg) ?? { value: arg, oldLayout: undefined, newLayout: undefined };
      inputs.push(moved);
      return moved.value;
    };
    const flattened = args.map((arg, i) => (arg.kind === "Tuple" ? retupled(call.args[i], arg, mapList(arg.fields, plain)) : plain(arg)));
    const rebuilt = (altered: AlteredCall): Call => {
      const isSame =
        altered.op === call.op &&
        sameList(altered.args, call.args) &&
        (altered.attrs === call.attrs || attrsEqual(altered.attrs, call.attrs));
      if (isSame) {
        renewed.add(call);
        return call;
      }
      return made({ ...call, checkedType: undefined, span: undefined, op: altered.op, args: altered.args, attrs: altered.attrs }, call);
    };
    const alteredCall = (attrs: Attrs | undefined): AlteredCall => alter(call, attrs, flattened) ?? { op: call.op, args: flattened, attrs };

    if (alteredWithoutRule.has(call.op.name)) return rebuilt(alteredCall(call.attrs));
    const oldGiven = inputs.map((moved) => moved.oldLayout);
    const newGiven = inputs.map((moved) => moved.newLayout);
    const before = inferLayouts(call, call, oldGiven, undefined);
    if (!before) return undefined;
    if (before.inputs.length !== inputs.length) {
      throw layoutRefused(call, layoutProblems.argumentCount(before.inputs.length, inputs.length));
    }
    const orOwn = (layouts: readonly MaybeLayout[]) => layouts.map((layout, i) => layout ?? before.inputs[i]);
    const altered = alteredCall(before.attrs);
    const after = inferLayouts(call, altered, orOwn(oldGiven), orOwn(newGiven));
    if (!after) return undefined;
    if (after.outputs.length !== before.outputs.length || after.inputs.length !== inputs.length) {
      throw layoutRefused(call, layoutProblems.otherCount);
    }
    let at = 0;
    const adapted = (arg: Expr): Expr => {
      const [oldProduced, newProduced] = [oldGiven[at], newGiven[at]];
      const [oldTaken, newTaken] = [before.inputs[at], after.inputs[at]];
      at++;
      if (sameLayout(oldTaken, oldProduced)) return transformed(arg, newProduced, newTaken, call);
      const restored = oldProduced ? transformed(arg, newProduced, oldProduced, call) : arg;
      return transformed(restored, oldTaken, newTaken, call);
    };
    const transformedArgs = altered.args.map((arg, i) =>
      arg.kind === "Tuple" ? retupled(call.args[i], arg, mapList(arg.fields, adapted)) : adapted(arg),
    );
    const result = rebuilt({ op: altered.op, args: transformedArgs, attrs: after.attrs });
    if (call.checkedType?.kind === "TupleType") {
      const fields = after.outputs.map((layout, i) => standIn(made(tupleGetItem(result, i), call), before.outputs[i], layout, call));
      return made(tuple(fields), call);
    }
    if (after.outputs.length !== 1) throw layoutRefused(call, layoutProblems.severalResults);
    return standIn(result, before.outputs[0], after.outputs[0], call);
  };

  const mover = rewriter({
    post(original, rebuilt) {
      if (original.kind === "Call" && rebuilt.kind === "Call") {
        const result = leftAlone(context, () => rewriteCall(original, rebuilt.args), undefined);
        if (result) return result;
        const op = rebuilt.op.kind === "Function" ? realizer.rewrite(rebuilt.op) : rebuilt.op;
        const args = rebuilt.args.map((arg) => realizer.rewrite(arg));
        if (op !== original.op || !sameList(args, original.args)) {
          return made({ ...original, checkedType: undefined, span: undefined, op, args }, original);
        }
        if (rebuilt !== original || args.some((arg) => renewed.has(arg))) renewed.add(original);
        return original;
      }
      if (original.kind === "TupleGetItem" && rebuilt.kind === "TupleGetItem") {
        if (rebuilt.tuple.kind === "Tuple") {
          const field = rebuilt.tuple.fields[rebuilt.index];
          if (field) return field;
          const [first] = rebuilt.tuple.fields;
          const known = context.hasHoles && first ? movedOf.get(first)?.value : undefined;
          if (known?.kind === "TupleGetItem") return made(tupleGetItem(known.tuple, rebuilt.index), original);
          throw layoutRefused(original, layoutProblems.fieldNotSpokenOf(rebuilt.index));
        }
        if (renewed.has(rebuilt.tuple)) renewed.add(rebuilt);
      }
      if (rebuilt !== original) {
        if (original.kind !== "TupleGetItem") originals.set(rebuilt, original);
        lineage.record(rebuilt, original);
      }
      return rebuilt;
    },
  });
  const result = realizer.rewrite(mover.rewrite(root));
  postOrder(result, (e) => {
    if (movedOf.has(e)) throw strandedLayout(callOf.get(e) ?? e);
  });
  return result;
}

/** The layouts from an operator's rule; undefined without a rule, or if it leaves one open. */
function inferLayouts(
  call: Call,
  altered: AlteredCall,
  oldLayouts: readonly MaybeLayout[],
  newLayouts: readonly MaybeLayout[] | undefined,
): LayoutAnswer | undefined {
  const rule = altered.op.kind === "Op" ? layoutRules.get(altered.op.name) : undefined;
  if (!rule) return undefined;
  const types = call.args.map((arg) => arg.checkedType ?? incompleteType());
  const refuse = (problem: string): never => {
    throw layoutRefused(call, problem);
  };
  const found = located(call, () => rule({ attrs: altered.attrs, newLayouts, oldLayouts, types, refuse }));
  return [...found.inputs, ...found.outputs].every((layout) => layout !== undefined) ? found : undefined;
}

/** The type that the reference copies from a node to its replacement. */
function typeHandedOn(original: Expr | undefined): Type | undefined {
  return original?.kind === "Call" || original?.kind === "TupleGetItem" ? undefined : original?.checkedType;
}

/** Runs a rule. A failure without a node gets the call as its node. */
function located<T>(call: Call, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof Failure && !error.node) throw failure(error.code, error.message, call, error.hints);
    throw error;
  }
}

function sameList(a: readonly Expr[], b: readonly Expr[]): boolean {
  return a === b || (a.length === b.length && a.every((e, i) => e === b[i]));
}
