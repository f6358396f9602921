/** The calls of global functions whose types hang on the functions' declared results alone. */
import { type Call, childrenOf, type Expr, type Func, isSkippedByPasses, type Module, postOrderList } from "@relayscope/ir";

/**
 * A call of a function of `module` whose type nothing but that function's declared result says: DynamicToStatic in the reference forgets these
 * results for a while, function by function, types the module so, and raises where a call is left without a type. Undefined where there is none.
 * A let's variable says its value's type, the parameters of a function that is called its arguments', and the other branch an If's.
 */
export function untoldCall(module: Module): Call | undefined {
  for (const f of module.functions.values()) {
    const call = untoldCallIn(f, module);
    if (call) return call;
  }
  return undefined;
}

function untoldCallIn(f: Func, module: Module): Call | undefined {
  const nodes = postOrderList(f);
  const told = new Set<Expr>();
  if (isSkippedByPasses(f)) told.add(f.body);
  // What is told makes others known, which tell in turn: until nothing more is told.
  for (;;) {
    const isOpen = new Set<Expr>();
    for (const e of nodes) if (!told.has(e) && dependsOnForgotten(e, isOpen, module)) isOpen.add(e);
    if (isOpen.size === 0) return undefined;
    const before = told.size;
    // From the back, each consumer is asked before what it consumes.
    for (const e of nodes.toReversed()) {
      for (const child of childrenOf(e)) {
        if (isOpen.has(child) && tells(e, child, isOpen, told)) told.add(child);
      }
    }
    if (told.size === before) return nodes.find((e): e is Call => e.kind === "Call" && e.op.kind === "GlobalVar" && isOpen.has(e));
  }
}

/** Whether the type of `e` is open while results are forgotten, its children's being known or open. */
function dependsOnForgotten(e: Expr, isOpen: ReadonlySet<Expr>, module: Module): boolean {
  switch (e.kind) {
    case "Call": {
      if (e.op.kind === "Op") return e.args.some((arg) => isOpen.has(arg));
      if (e.op.kind !== "GlobalVar") return isOpen.has(e.op);
      const callee = module.functions.get(e.op.name);
      return callee !== undefined && !isSkippedByPasses(callee);
    }
    case "If":
      return isOpen.has(e.thenBranch) && isOpen.has(e.elseBranch);
    case "Let":
      return isOpen.has(e.body);
    case "Function":
      return isOpen.has(e.body);
    case "Tuple":
      return e.fields.some((field) => isOpen.has(field));
    default:
      return false;
  }
}

/** Whether `parent` says the type of its open `child`. */
function tells(parent: Expr, child: Expr, isOpen: ReadonlySet<Expr>, told: ReadonlySet<Expr>): boolean {
  switch (parent.kind) {
    case "Call":
      if (parent.op.kind === "Op") return false;
      return parent.op !== child || told.has(parent);
    case "If":
      return !isOpen.has(parent) || told.has(parent);
    case "Let":
      return parent.value === child || told.has(parent);
    case "Function":
    case "Tuple":
      return told.has(parent);
    default:
      return false;
  }
}
