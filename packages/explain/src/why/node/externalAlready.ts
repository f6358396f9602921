/** `external-already`: the function has `Compiler`, or the call is of a function that has it. */
import { type Expr, type Func, isDeclaration, isSkippedByPasses } from "@relayscope/ir";
import { nameOf } from "../../names.ts";
import { type Cause, causeOf } from "../cause.ts";
import type { Ground } from "../ground.ts";
import { sentences } from "../sentences.ts";
import type { NodeFinder } from "./nodeAsked.ts";

export const externalAlready: NodeFinder = {
  codes: ["external-already"],
  find({ ground, unit }) {
    const holder = ground.functionOf(unit);
    const isOutside = holder && isSkippedByPasses(holder.func) && holder.func.attrs.has("Compiler");
    return isOutside ? external(ground, `\`@${holder.name}\``, holder.func, []) : externalCall(ground, unit);
  },
};

/** The cause of a call of a function that is external where targets are chosen. */
export function externalCall(ground: Ground, node: Expr): Cause | undefined {
  const func = calledExternal(ground, node);
  return func && external(ground, `\`${nameOf(node)}\``, func, [node]);
}

/**
 * The function of a call, if it is external where targets are chosen. In a text that came partitioned such calls are
 * the regions, and block only regions of another target.
 */
export function calledExternal(ground: Ground, node: Expr): Func | undefined {
  if (ground.isPartitioned) return undefined;
  const callee = node.kind === "Call" && node.op.kind === "Function" ? node.op : calleeOf(ground, node);
  return callee?.attrs.has("Compiler") ? callee : undefined;
}

/** The function of the module that a call calls by name. */
export function calleeOf({ history, base }: Ground, node: Expr): Func | undefined {
  return node.kind === "Call" && node.op.kind === "GlobalVar" ? history.stages[base]?.module.functions.get(node.op.name) : undefined;
}

/** A function that is external where targets are chosen, and the calls of it. */
export function external(ground: Ground, name: string, func: Func, calls: readonly Expr[]): Cause {
  const compiler = String(func.attrs.get("Compiler"));
  return {
    ...causeOf("external-already", ground.base, compiler),
    sentence: sentences.externalAlready(name, compiler),
    also: ["scope", "skip-optimization"],
    blockers: isDeclaration(func) ? calls : [func, ...calls],
  };
}
