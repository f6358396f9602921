/**
 * Changes of the text that remove a scope: moving what follows an `if` into its branches, and inlining functions and
 * closures. Made on the graph, then printed: a changed function is printed again, all others stay as they are. Nothing
 * is computed twice that was computed once, and no value changes.
 */
import {
  type Call,
  calledOp,
  childrenOf,
  type Expr,
  emptyModule,
  type Func,
  func,
  type If,
  if_,
  type LineageRecorder,
  lineageRecorder,
  type Module,
  moduleOrder,
  nameOf,
  postOrder,
  postOrderList,
  rewriter,
  type Var,
  withFunctions,
} from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import type { Replacement } from "@relayscope/run/contract";
import { parseModule, printModule } from "@relayscope/text";
import { type Moved, sortOf } from "./anchors.ts";
import { replaced } from "./applyEdit.ts";
import { between } from "./ruleSets.ts";

/** A change of the text, and the new places of its nodes. */
export interface ScopeRewrite {
  readonly what: string;
  readonly replacements: readonly Replacement[];
  readonly moved: readonly Moved[];
}

/** Where scopes are searched: a module as in its text. */
export interface ScopeInput {
  readonly text: string;
  readonly module: Module;
  readonly users: ReadonlyMap<Expr, readonly Expr[]>;
  /** The nodes at the two sides of a boundary, and those between them. */
  readonly ends: ReadonlySet<Expr>;
  readonly near: ReadonlySet<Expr>;
}

/** How many rewrites of one kind are made. */
const most = 4;

/** The rewrites that a boundary gives occasion for. */
export function scopeRewrites(input: ScopeInput): readonly ScopeRewrite[] {
  const found: ScopeRewrite[] = [];
  const { near, module } = input;
  const branches = [...near].filter((e) => e.kind === "If");
  for (const branch of branches.slice(0, most)) found.push(...sunkInto(input, branch));
  const names = new Set([...near].flatMap((e) => (e.kind === "Call" && e.op.kind === "GlobalVar" ? [e.op.name] : [])));
  for (const name of [...names].slice(0, most)) {
    const callee = module.functions.get(name);
    if (!callee || !canInline(module, name, callee) || !isCalledAgain(input, name)) continue;
    found.push(
      ...changed(input, `the body of @${name} in place of its calls`, (f, lineage) => inlined(f, name, callee, lineage), new Set([name])),
    );
  }
  const closures = changed(input, "the bodies of closures in place of their calls", (f, lineage) => opened(f, ["Function"], lineage));
  const references = changed(input, "what references hold in place of them", (f, lineage) => opened(f, ["RefCreate"], lineage));
  found.push(...closures, ...references);
  if (closures.length + references.length > 1)
    found.push(...changed(input, "without closures and references", (f, lineage) => opened(f, ["Function", "RefCreate"], lineage)));
  return found;
}

/**
 * Changes functions of a text and prints those that changed. Empty if none does, or if the new text would not be read
 * as the same module.
 */
function changed(
  { text, module }: Pick<ScopeInput, "text" | "module">,
  what: string,
  change: (f: Func, lineage: LineageRecorder) => Func,
  dropped: ReadonlySet<string> = new Set(),
): readonly ScopeRewrite[] {
  const lineage = lineageRecorder();
  const replacements: Replacement[] = [];
  const made = new Map<string, Func>();
  for (const [name, f] of module.functions) {
    const own = dropped.has(name) ? f : change(f, lineage);
    if (own === f && !dropped.has(name)) continue;
    if (!f.span || f.span.end > text.length) return [];
    const { start, end } = f.span;
    if (own !== f) made.set(name, own);
    replacements.push({ start, end, text: own === f ? "" : definitionOf(name, own) });
  }
  if (made.size === 0 || replacements.some((r) => r.text.includes("meta["))) return [];
  const read = parseModule(replaced(text, replacements), { operators }).module;
  const moved: Moved[] = [];
  for (const [name, own] of made) {
    const there = postOrderList(read.functions.get(name) ?? own.body);
    const order = postOrderList(own);
    if (order.length !== there.length || !order.every((e, i) => there[i] && sortOf(there[i]) === sortOf(e))) return [];
    order.forEach((e, i) => {
      const to = there[i]?.span?.start;
      for (const { span } of to === undefined ? [] : lineage.originsOf(e)) if (span) moved.push({ from: span.start, to: to ?? 0 });
    });
  }
  return [{ what, replacements, moved }];
}

function definitionOf(name: string, f: Func): string {
  return printModule(withFunctions(emptyModule, new Map([[name, f]])), { types: "none" }).trim();
}

/**
 * Moves the users of an `if`'s result, up to each end of the boundary, into its branches: if nothing else uses the
 * result.
 */
function sunkInto(input: ScopeInput, branch: If): readonly ScopeRewrite[] {
  const { users, ends } = input;
  const found: ScopeRewrite[] = [];
  for (const end of ends) {
    if (end === branch || end.kind !== "Call" || found.length >= most) continue;
    const moving = new Set(between({ users }, [branch], [end]));
    moving.delete(branch);
    const isWhole = [branch, ...moving].every((e) => e === end || (users.get(e) ?? []).every((user) => moving.has(user)));
    if (moving.size === 0 || !isWhole || [...moving].some((e) => !isPlain(e))) continue;
    const calls = [...moving].flatMap((e) => calledOp(e) ?? []);
    const what = calls.length > 2 ? `${calls.length} calls` : calls.length === 0 ? nameOf(end) : calls.join(" and ");
    found.push(...changed(input, `${what} in both branches`, (f, lineage) => sunk(f, { branch, end, moving, users }, lineage)));
  }
  return found;
}

interface Sinking {
  readonly branch: If;
  readonly end: Expr;
  readonly moving: ReadonlySet<Expr>;
  readonly users: ReadonlyMap<Expr, readonly Expr[]>;
}

function sunk(f: Func, { branch, end, moving, users }: Sinking, lineage: LineageRecorder): Func {
  const above = (result: Expr): Expr =>
    rewriter({
      lineage: without(lineage, (origin) => origin === branch),
      pre: (e) => (e === branch ? result : moving.has(e) ? undefined : e),
    }).rewrite(end);
  const inside = (part: If): If => {
    const sides = [part.thenBranch, part.elseBranch].map((side) =>
      side.kind === "If" && (users.get(side) ?? []).length === 1 ? inside(side) : above(side),
    );
    const [thenBranch = part.thenBranch, elseBranch = part.elseBranch] = sides;
    const made = if_(part.condition, thenBranch, elseBranch);
    lineage.record(made, part);
    return made;
  };
  let made: If | undefined;
  return rewriter({
    lineage,
    pre(e) {
      if (e !== end) return undefined;
      made ??= inside(branch);
      return made;
    },
  }).rewriteFunction(f);
}

/** Whether it has the same meaning in a branch as after it. */
function isPlain(e: Expr): boolean {
  if (e.kind === "Tuple" || e.kind === "TupleGetItem") return true;
  return e.kind === "Call" && e.op.kind === "Op";
}

/** Whether a function is the module's own, is not compiled by another, and does not come back to itself. */
function canInline(module: Module, name: string, f: Func): boolean {
  if (name === "main" || f.attrs.size > 0 || f.typeParams.length > 0) return false;
  const seen = new Set<string>();
  const pending = [f];
  for (let next = pending.pop(); next; next = pending.pop()) {
    let isRecursive = false;
    postOrder(next, (e) => {
      if (e.kind !== "GlobalVar" || seen.has(e.name)) return;
      seen.add(e.name);
      const callee = module.functions.get(e.name);
      if (e.name === name) isRecursive = true;
      else if (callee) pending.push(callee);
    });
    if (isRecursive) return false;
  }
  return !moduleOrder(module).some((e) =>
    childrenOf(e).some((child) => child.kind === "GlobalVar" && child.name === name && !(e.kind === "Call" && e.op === child)),
  );
}

/** Whether one function calls another more than once: there `Inline` raises. */
function isCalledAgain({ module }: ScopeInput, name: string): boolean {
  return [...module.functions.values()].some((f) => {
    let calls = 0;
    postOrder(f, (e) => {
      if (e.kind === "Call" && e.op.kind === "GlobalVar" && e.op.name === name) calls++;
    });
    return calls > 1;
  });
}

function inlined(f: Func, name: string, callee: Func, lineage: LineageRecorder): Func {
  return rewriter({
    lineage,
    post: (original, rebuilt) =>
      original.kind === "Call" && rebuilt.kind === "Call" && original.op.kind === "GlobalVar" && original.op.name === name
        ? applied(callee, rebuilt, lineage)
        : rebuilt,
  }).rewriteFunction(f);
}

/** A copy of a function's body over the arguments of a call. */
function applied(callee: Func, { args }: Call, lineage: LineageRecorder): Expr {
  const values = new Map<Expr, Expr>(callee.params.map((p, i) => [p, args[i] ?? p]));
  return rewriter({ lineage: without(lineage, (origin) => values.has(origin)), pre: (e) => values.get(e) }).rewrite(callee.body);
}

/** A recorder that ignores some origins: a substituted value comes from its original place. */
function without(lineage: LineageRecorder, isLeftOut: (origin: Expr) => boolean): LineageRecorder {
  return {
    ...lineage,
    record(output, ...origins) {
      const made = origins.filter((origin) => origin && !isLeftOut(origin));
      if (made.length > 0) lineage.record(output, ...made);
    },
  };
}

/** A function with called closures inlined, and read-only references replaced by their values. */
function opened(f: Func, kinds: readonly Expr["kind"][], lineage: LineageRecorder): Func {
  const bound = new Map<Expr, Expr>();
  /** Variables that are used otherwise than by being called or read. */
  const kept = new Set<Expr>();
  let isWritten = false;
  postOrder(f, (e) => {
    if (e.kind === "Let" && kinds.includes(e.value.kind) && isOpened(e.value) && !mentions(e.value, e.variable))
      bound.set(e.variable, e.value);
    if (e.kind === "RefWrite") isWritten = true;
    const others = e.kind === "Let" ? [e.value, e.body] : e.kind === "Call" ? e.args : e.kind === "RefRead" ? [] : childrenOf(e);
    for (const other of others) kept.add(other);
  });
  const own = rewriter({
    lineage,
    post(original, rebuilt) {
      const valueOf = (e: Expr): Expr => {
        const value = bound.get(e);
        return value ? (own.rewritten(value) ?? value) : e;
      };
      if (original.kind === "Call" && rebuilt.kind === "Call") {
        const callee = valueOf(rebuilt.op);
        return kinds.includes(callee.kind) && callee.kind === "Function" && isOpen(callee) ? applied(callee, rebuilt, lineage) : rebuilt;
      }
      if (rebuilt.kind === "RefRead" && !isWritten) {
        const held = valueOf(rebuilt.ref);
        return kinds.includes(held.kind) && held.kind === "RefCreate" ? held.value : rebuilt;
      }
      if (original.kind !== "Let" || rebuilt.kind !== "Let" || !bound.has(original.variable) || kept.has(original.variable)) return rebuilt;
      return isWritten && original.value.kind === "RefCreate" ? rebuilt : rebuilt.body;
    },
  });
  const body = own.rewrite(f.body);
  return body === f.body ? f : func({ ...f, body });
}

function isOpened(value: Expr): boolean {
  return value.kind === "RefCreate" || (value.kind === "Function" && isOpen(value));
}

/** Whether a closure may be in the place of its call: a composite or one that another compiler has must stay. */
function isOpen({ attrs, typeParams }: Func): boolean {
  return attrs.size === 0 && typeParams.length === 0;
}

function mentions(expr: Expr, variable: Var): boolean {
  let isFound = false;
  postOrder(expr, (e) => {
    if (e === variable) isFound = true;
  });
  return isFound;
}
