/** What a parameter of a composite or of a region's function is: passes generate its name, so others say more. */
import { type Expr, type Func, keptIn, type Module, nameOf, postOrderList, type Var } from "@relayscope/ir";

/** By parameter: the value that its function is called with, and the first function that has it. */
interface Given {
  readonly value: Expr | undefined;
  readonly place: number;
  readonly name: string;
}

const known = new WeakMap<Module, ReadonlyMap<Var, Given>>();

/** Whether a pass made the function, with the names of its parameters. */
function isGenerated({ attrs }: Func): boolean {
  return attrs.has("Composite") || attrs.has("Compiler");
}

function givenIn(module: Module): ReadonlyMap<Var, Given> {
  const given = new Map<Var, Given>();
  const seen = new Set<Func>();
  const note = (func: Func, args: readonly Expr[], name: string) => {
    if (!isGenerated(func)) return;
    // A function that is called twice has no single value for a parameter.
    const isAgain = seen.has(func);
    seen.add(func);
    func.params.forEach((param, place) => void given.set(param, { value: isAgain ? undefined : args[place], place, name }));
  };
  for (const func of module.functions.values()) {
    for (const node of postOrderList(func)) {
      if (node.kind !== "Call") continue;
      if (node.op.kind === "Function") note(node.op, node.args, nameOf(node.op));
      const callee = node.op.kind === "GlobalVar" ? module.functions.get(node.op.name) : undefined;
      if (callee) note(callee, node.args, nameOf(node));
    }
  }
  for (const [name, func] of module.functions) if (!seen.has(func)) note(func, [], `@${name}`);
  return given;
}

const ordinals = ["first", "second", "third"];

/**
 * The name of a value. For a parameter with a generated name: the name of what it is called with, else its place, as in
 * `the first input of @tvmgen_default_dnnl_main_0`.
 */
export function valueName(module: Module | undefined, value: Expr): string {
  const given = module && keptIn(known, module, () => givenIn(module));
  // A function may call itself with its own parameter.
  const seen = new Set<Expr>();
  let at = value;
  for (;;) {
    const found = at.kind === "Var" ? given?.get(at) : undefined;
    if (!found) return nameOf(at);
    const { place, name } = found;
    if (!found.value || seen.has(at)) return `the ${ordinals[place] ?? `${place + 1}th`} input of ${name}`;
    seen.add(at);
    at = found.value;
  }
}
