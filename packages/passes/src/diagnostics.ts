/** What the passes of this package say when they stop: the catalog of their failures. A failure is thrown and reported by the pipeline with pass and node. */
import { type Call, calledOp, type Diagnostic, diagnostic, type Expr, type Var } from "@relayscope/ir";
import { PassFailure } from "./pass.ts";

/** How a node is called in a sentence. */
export function nameOf(expr: Expr): string {
  switch (expr.kind) {
    case "Var":
      return `%${expr.name}`;
    case "GlobalVar":
      return `@${expr.name}`;
    case "Call":
      return calledOp(expr) ?? (expr.op.kind === "Function" ? "a call of a function" : nameOf(expr.op));
    default:
      return expr.kind;
  }
}

export function inconsistentArguments(expr: Expr): PassFailure {
  return new PassFailure(
    "inconsistent-argument-regions",
    `\`${nameOf(expr)}\` has an argument inside a compiler region and one outside of every region.`,
    expr,
    ["Each argument of an annotated call needs a `compiler_begin` of its own."],
  );
}

export function endWithoutRegion(end: Expr, target: string): PassFailure {
  return new PassFailure("no-region-to-end", `A \`compiler_end\` for \`${target}\` stands behind a node that is in no region.`, end, [
    "Reference cells, branches and lets are never part of a region; AnnotateTarget with `include_non_call_ops=False` leaves them alone.",
  ]);
}

export function regionOfOtherTarget(end: Expr, regionTarget: string, endTarget: string): PassFailure {
  return new PassFailure(
    "region-of-other-target",
    `A region of \`${regionTarget}\` is ended by a \`compiler_end\` for \`${endTarget}\`.`,
    end,
    ["Put a `compiler_begin` for the second target between the two."],
  );
}

export function cyclicRegions(end: Expr, target: string, id: number): PassFailure {
  return new PassFailure("cyclic-regions", `Region ${id} of \`${target}\` feeds another region that feeds it.`, end, [
    "The annotations let a path leave the region and come back; the reference does not end here.",
  ]);
}

export function illScoped(functionName: string, problem: Diagnostic): PassFailure {
  return new PassFailure("ill-scoped-result", `The pass would make \`@${functionName}\` ill-formed: ${problem.message}`, problem.node, [
    "A region holds or shares nodes with a let, a branch or a closure whose variables are bound elsewhere; the reference raises here too.",
  ]);
}

export function nameTaken(name: string): PassFailure {
  return new PassFailure("duplicate-global", `Two functions of the module would be called \`@${name}\`.`);
}

export function functionMissing(name: string): PassFailure {
  return new PassFailure("undefined-function", `The module has no function \`@${name}\`.`);
}

export function notACompilerFunction(name: string): PassFailure {
  return new PassFailure("not-a-compiler-function", `\`@${name}\` has no attribute \`Compiler\`, so it cannot be inlined back.`);
}

export function notComposite(expr: Expr): PassFailure {
  return new PassFailure("not-composite", "A function called inside a compiler function has no attribute `Composite`.", expr);
}

export function wrongArgumentCount(expr: Expr, expected: number, actual: number): PassFailure {
  return new PassFailure("argument-count", `A function of ${expected} parameters is called with ${actual} arguments.`, expr);
}

export function noGlobalSymbol(expr: Expr): PassFailure {
  return new PassFailure("no-global-symbol", "A compiler function to be outlined has no attribute `global_symbol`.", expr);
}

export function wrongOption(option: string, wanted: string): PassFailure {
  return new PassFailure("wrong-option", `The option \`${option}\` must be ${wanted}.`);
}

export function noMainFunction(pass: string): PassFailure {
  return new PassFailure(
    "no-main-function",
    `${pass} infers types under the name \`@main\`, and the module has no such function; the reference raises here.`,
    undefined,
    ["Rename the function to be partitioned to `@main`."],
  );
}

export function illTypedResult(error: Diagnostic): PassFailure {
  return new PassFailure(error.code, `What the pass made can't be typed: ${error.message}`, error.node, error.hints);
}

export function outputUnknown(end: Expr, id: number): PassFailure {
  return new PassFailure(
    "unknown-region-output",
    `A \`compiler_end\` ends region ${id}, but hands its value back to the region itself.`,
    end,
    ["Run MergeCompilerRegions, or take the pair of annotations away."],
  );
}

/** A call of constants became a constant whose values are not known: this arithmetic is not built. */
export function notComputed(call: Call, operator: string): Diagnostic {
  return diagnostic("not-computed", `\`${operator}\` of constants was folded to its type alone: its arithmetic is not built.`, {
    node: call,
    severity: "info",
  });
}

export function notInlined(name: string): PassFailure {
  return new PassFailure(
    "not-inlined",
    `\`@${name}\` is marked \`Inline\`, but a call of it could not be inlined; the reference raises here.`,
  );
}

export function untypableComposite(pattern: string, call: Expr, root: Expr): PassFailure {
  return new PassFailure(
    "untypable-composite",
    `Pattern \`${pattern}\`: inside the composite, \`${nameOf(call)}\` is typed before its argument's type is known, and the reference raises here.`,
    root,
    ["Match the argument too: `is_tuple(None)` for the tuple of a `concatenate`, the producing call for another operator."],
  );
}

export function functionReplaced(pattern: string, f: Expr): PassFailure {
  return new PassFailure(
    "function-replaced",
    `Pattern \`${pattern}\` matches a whole function of the module, and the reference raises here.`,
    f,
    ["A pattern's root should be a call."],
  );
}

export function tornBinding(problem: string, node: Expr): PassFailure {
  return new PassFailure(
    "torn-binding",
    `A composite would tear a variable from its binding, and the reference raises here: ${problem}`,
    node,
    ["The pattern reaches into a function, a let or a branch and takes a variable of it as an argument."],
  );
}

export function freeVariables(functionName: string, free: readonly Var[], f: Expr): PassFailure {
  const names = free.map((v) => `\`%${v.name}\``).join(", ");
  return new PassFailure("contains-free-variables", `The function \`@${functionName}\` contains free variables: ${names}.`, free[0] ?? f, [
    "Bind them in the function, or make them its parameters; the reference raises here too.",
  ]);
}
