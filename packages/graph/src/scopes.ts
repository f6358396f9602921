/**
 * Where each expression of a module is: the frames (functions, composites, branches, closures) and, for each
 * expression, the frame it is drawn in. A node used in several frames is in the innermost frame that holds them all, as
 * the printer places it.
 */
import { at, type Call, childrenOf, type Expr, type Func, type Module, patternVars, postOrder, present, type Var } from "@relayscope/ir";
import { isAnnotation } from "@relayscope/regions";
import type { FrameKind } from "./drawable.ts";
import { frameIdOf } from "./frameIds.ts";
import { FrameTree } from "./frameTree.ts";
import { attrTextOf, patternText } from "./labels.ts";

export interface FrameDraft {
  readonly id: number;
  readonly kind: FrameKind;
  readonly label: string;
  readonly detail: string;
  /** Index of the enclosing frame, always smaller; -1 for none. */
  readonly parent: number;
  /**
   * The expression the frame represents: the function, the inlined call, the If, the Let, the Match. Undefined for a
   * part of a row.
   */
  readonly owner: Expr | undefined;
  readonly func: Func | undefined;
}

export interface Scopes {
  readonly tree: FrameTree;
  /** The expressions that are drawn or represent something drawn, producers first, in model order. */
  readonly order: readonly Expr[];
  readonly frames: readonly FrameDraft[];
  /** Frame index by place in `order`; -1 for none. */
  readonly frameOf: Int32Array;
  /** The frame that a function drawn on its own opens. */
  readonly frameOfFunction: ReadonlyMap<Func, number>;
  /** Calls whose callee's body is drawn in their place. */
  readonly inlined: ReadonlyMap<Call, Func>;
  /** Expressions that are other names of a value: let variables, joined parameters, inlined calls, lets. */
  readonly alias: Map<Expr, Expr>;
  /** Names of functions drawn on their own, not in place of a call. */
  readonly roots: ReadonlyMap<Func, string>;
  /** Let variables by the function they name. */
  readonly closureNames: ReadonlyMap<Func, Var>;
}

export interface ScopeOptions {
  ids(expr: Expr): number;
  /** Whether `annotation.compiler_begin` and `compiler_end` are left out: values flow through them. */
  readonly hideAnnotations: boolean;
}

const unset = -2;

/** Assigns frames to everything reachable from a module's functions. Iterative and near-linear. */
export function findScopes(module: Module, options: ScopeOptions): Scopes {
  const { calls, globals, closureNames, blockLets } = surveyUses(module);
  const inlined = new Map<Call, Func>();
  const inlinedNames = new Set<string>();
  for (const [f, use] of calls) if (use.site && use.count === 1) inlined.set(use.site, f);
  for (const [name, use] of globals) {
    const f = module.functions.get(name);
    if (f && use.site && use.count === 1 && f.attrs.has("Compiler") && !f.attrs.has("Extern") && f.params.length === use.site.args.length) {
      inlined.set(use.site, f);
      inlinedNames.add(name);
    }
  }
  const alias = new Map<Expr, Expr>();
  const order: Expr[] = [];
  const place = new Map<Expr, number>();
  const roots = new Map<Func, string>();
  const visitRoot = (name: string, f: Func) => {
    // A function without a body is not drawn: its calls represent it.
    if (place.has(f) || f.attrs.has("Extern")) return;
    roots.set(f, name);
    drawnOrder(f, inlined, order, place);
  };
  for (const [name, f] of module.functions) if (name === "main") visitRoot(name, f);
  for (const [name, f] of module.functions) if (!inlinedNames.has(name)) visitRoot(name, f);
  // A function that is called only by itself has no call to be drawn at, so it is drawn as a root.
  for (const [name, f] of module.functions) {
    if (inlinedNames.has(name) && !place.has(f.body)) {
      for (const [site, g] of inlined) if (g === f) inlined.delete(site);
      visitRoot(name, f);
    }
  }

  const frames: FrameDraft[] = [];
  const frameOfFunction = new Map<Func, number>();
  const tree = new FrameTree();
  const frameOf = new Int32Array(order.length).fill(unset);
  const open = (frame: FrameDraft) => {
    frames.push(frame);
    tree.add(frame.parent);
    return frames.length - 1;
  };
  const block = (owner: Expr, parent: number, kind: "let" | "then" | "else", label: string = kind) =>
    open({ id: frameIdOf(options.ids(owner), kind), kind, label, detail: "", parent, owner, func: undefined });
  const use = (expr: Expr, frame: number) => {
    const here = place.get(expr);
    if (here === undefined) return;
    const before = at(frameOf, here);
    frameOf[here] = before === unset ? frame : tree.common(before, frame);
  };
  for (let here = order.length - 1; here >= 0; here--) {
    const expr = at(order, here);
    if (frameOf[here] === unset) frameOf[here] = -1;
    const frame = at(frameOf, here);
    switch (expr.kind) {
      case "Call": {
        const callee = inlined.get(expr);
        if (callee) {
          const id = frameIdOf(options.ids(expr), "body");
          const inner = open({ id, ...inlinedFrame(expr, callee), parent: frame, owner: expr, func: callee });
          use(callee.body, inner);
          callee.params.forEach((p, i) => {
            const arg = expr.args[i];
            if (arg) alias.set(p, arg);
            else use(p, inner);
          });
          alias.set(expr, callee.body);
        } else {
          use(expr.op, frame);
          if (options.hideAnnotations && isAnnotation(expr) && expr.args[0]) alias.set(expr, expr.args[0]);
        }
        for (const arg of expr.args) use(arg, frame);
        break;
      }
      case "Function": {
        const name = roots.get(expr);
        const variable = closureNames.get(expr);
        const kind = name === undefined ? "closure" : expr.attrs.has("Compiler") ? "external-function" : "function";
        const label = name !== undefined ? `@${name}` : variable ? `%${variable.name}` : "function";
        const id = frameIdOf(options.ids(expr), "body");
        const inner = open({ id, kind, label, detail: attrTextOf(expr.attrs, "Compiler"), parent: frame, owner: expr, func: expr });
        frameOfFunction.set(expr, inner);
        for (const p of expr.params) use(p, inner);
        use(expr.body, inner);
        break;
      }
      case "Let": {
        const inner = blockLets.has(expr) ? block(expr, frame, "let", `let %${expr.variable.name}`) : frame;
        use(expr.value, inner);
        use(expr.body, inner);
        alias.set(expr.variable, expr.value);
        alias.set(expr, expr.body);
        break;
      }
      case "If": {
        use(expr.condition, frame);
        // Opened in reverse of reading order, as everything here; frames are put in order at the end.
        use(expr.elseBranch, block(expr, frame, "else"));
        use(expr.thenBranch, block(expr, frame, "then"));
        break;
      }
      case "Match": {
        use(expr.data, frame);
        expr.clauses.forEach((clause, i) => {
          const id = frameIdOf(options.ids(expr), "clause", i);
          const inner = open({
            id,
            kind: "clause",
            label: patternText(clause.pattern),
            detail: "",
            parent: frame,
            owner: expr,
            func: undefined,
          });
          for (const v of patternVars(clause.pattern)) use(v, inner);
          use(clause.body, inner);
        });
        break;
      }
      default:
        for (const child of childrenOf(expr)) use(child, frame);
    }
  }
  return { order, frames, tree, frameOf, frameOfFunction, inlined, alias, roots, closureNames };
}

function inlinedFrame(site: Call, callee: Func): Pick<FrameDraft, "kind" | "label" | "detail"> {
  const target = attrTextOf(callee.attrs, "Compiler");
  if (site.op.kind === "GlobalVar") return { kind: "external-function", label: `@${site.op.name}`, detail: target };
  if (callee.attrs.has("Composite")) return { kind: "composite", label: attrTextOf(callee.attrs, "Composite"), detail: "" };
  if (callee.attrs.has("Primitive")) return { kind: "primitive", label: "fused", detail: "" };
  return { kind: "closure", label: "function", detail: target };
}

interface Use {
  /** How often it is used at all. */
  count: number;
  /** A call of it; meaningful where `count` is 1. */
  site: Call | undefined;
}

interface Survey {
  readonly calls: Map<Func, Use>;
  readonly globals: Map<string, Use>;
  readonly closureNames: Map<Func, Var>;
  readonly blockLets: Set<Expr>;
}

function surveyUses(module: Module): Survey {
  const calls = new Map<Func, Use>();
  const globals = new Map<string, Use>();
  const closureNames = new Map<Func, Var>();
  const blockLets = new Set<Expr>();
  const count = <K>(table: Map<K, Use>, key: K, site: Call | undefined) => {
    const known = table.get(key);
    if (known) known.count++;
    else table.set(key, { count: 1, site });
  };
  const visit = (expr: Expr) => {
    if (expr.kind === "Let") {
      if (expr.value.kind === "Function") closureNames.set(expr.value, expr.variable);
      if (expr.value.kind === "Let") blockLets.add(expr.value);
    }
    const isScope = expr.kind === "Let" || expr.kind === "Function" || expr.kind === "If" || expr.kind === "Match";
    for (const child of childrenOf(expr)) {
      const site = expr.kind === "Call" && child === expr.op ? expr : undefined;
      if (child.kind === "Function") {
        count(calls, child, site && site.args.length === child.params.length ? site : undefined);
        if (site?.args.includes(child)) count(calls, child, undefined);
      } else if (child.kind === "GlobalVar") count(globals, child.name, site);
      else if (child.kind === "Let" && !isScope) blockLets.add(child);
    }
  };
  for (const f of module.functions.values()) postOrder(f, visit);
  return { calls, globals, closureNames, blockLets };
}

/**
 * Appends all nodes reachable from a root, producers first. The body of an inlined callee follows the call's arguments.
 */
function drawnOrder(root: Expr, inlined: ReadonlyMap<Call, Func>, order: Expr[], place: Map<Expr, number>): void {
  const entered = new Set<Expr>();
  const stack: Expr[] = [];
  const pending: (readonly Expr[])[] = [];
  const next: number[] = [];
  const push = (expr: Expr) => {
    if (entered.has(expr) || place.has(expr)) return;
    entered.add(expr);
    stack.push(expr);
    pending.push(drawnChildren(expr, inlined));
    next.push(0);
  };
  push(root);
  while (stack.length > 0) {
    const top = stack.length - 1;
    const children = at(pending, top);
    const here = at(next, top);
    if (here < children.length) {
      next[top] = here + 1;
      push(at(children, here));
    } else {
      const done = present(stack.pop());
      pending.pop();
      next.pop();
      place.set(done, order.length);
      order.push(done);
    }
  }
}

function drawnChildren(expr: Expr, inlined: ReadonlyMap<Call, Func>): readonly Expr[] {
  if (expr.kind === "Let") return [expr.value, expr.body];
  if (expr.kind !== "Call") return childrenOf(expr);
  const callee = inlined.get(expr);
  if (callee) {
    const unjoined = callee.params.slice(expr.args.length);
    return [...expr.args, ...unjoined, callee.body];
  }
  const isNamed = expr.op.kind === "Op" || expr.op.kind === "GlobalVar" || expr.op.kind === "Constructor";
  return isNamed ? expr.args : [expr.op, ...expr.args];
}
