/** Diagnostics of the passes of partitioning. */
import { type Call, type Diagnostic, diagnostic, type Expr, type Failure, failure, type GlobalVar, nameOf } from "@relayscope/ir";
import { typingFailure } from "../core/diagnostics.ts";

export const inconsistentArguments = (expr: Expr) =>
  failure(
    "inconsistent-argument-regions",
    `Some arguments of \`${nameOf(expr)}\` are in a compiler region, and others are in none.`,
    expr,
    ["Give each argument of an annotated call a `compiler_begin`."],
  );
export const endWithoutRegion = (end: Expr, target: string) =>
  failure("no-region-to-end", `A \`compiler_end\` for \`${target}\` is after a node that is in no region.`, end, [
    "Reference cells, branches and lets are never part of a region; AnnotateTarget with `include_non_call_ops=False` leaves them alone.",
  ]);
/** A text with holes: the reference types a module before it partitions, and demands one argument there. */
export const beginWithoutValue = (begin: Expr, target: string) =>
  failure("begin-without-value", `A \`compiler_begin\` for \`${target}\` has no argument.`, begin, [
    "Write the value that enters the region as its argument.",
  ]);
export const regionOfOtherTarget = (end: Expr, regionTarget: string, endTarget: string) =>
  failure("region-of-other-target", `A \`compiler_end\` for \`${endTarget}\` ends a region of \`${regionTarget}\`.`, end, [
    "Put a `compiler_begin` for the second target between the two.",
  ]);
export const cyclicRegions = (end: Expr, target: string) =>
  failure("cyclic-regions", `A region of \`${target}\` feeds another region that feeds it.`, end, [
    "With these annotations a path leaves the region and returns; TVM does not terminate here.",
  ]);
/** A text with holes. */
export const annotationsRepaired = () =>
  diagnostic("repaired-annotations", "Some annotations of regions do not pair here; they were repaired or removed.", {
    severity: "warning",
  });

/** A text with holes: regions of a target that fail alike, with the failure of the first. */
export function regionsLeftAlone(target: string, ids: readonly number[], { message, node }: Diagnostic): Diagnostic {
  const named = ids.slice(0, mostNamed).join(", ");
  const more = ids.length > mostNamed ? ` and ${ids.length - mostNamed} more` : "";
  const stay = ids.length === 1 ? `Region ${named} of \`${target}\` stays` : `Regions ${named}${more} of \`${target}\` stay`;
  return diagnostic("region-left-alone", `${stay} in the calling function. ${message}`, { severity: "warning", ...(node ? { node } : {}) });
}

const mostNamed = 4;

export const nameTaken = (name: string) => failure("duplicate-global", `Two functions of the module would have the name \`@${name}\`.`);
export const nameLost = (node: GlobalVar) =>
  failure("name-lost", `\`@${node.name}\` is external and used as a value. TVM renames it, updates only its calls, and raises.`, node);
export const notACompilerFunction = (name: string) =>
  failure("not-a-compiler-function", `\`@${name}\` has no attribute \`Compiler\`, so it cannot be inlined back.`);
export const notComposite = (expr: Expr) =>
  failure("not-composite", "A function called inside a compiler function has no attribute `Composite`.", expr);
export const noGlobalSymbol = (expr: Expr) =>
  failure("no-global-symbol", "A compiler function to be outlined has no attribute `global_symbol`.", expr);
export const outputUnknown = (end: Expr, id: number) =>
  failure("unknown-region-output", `A \`compiler_end\` ends region ${id}, but passes its value back into the region.`, end, [
    "Run MergeCompilerRegions, or remove the pair of annotations.",
  ]);

/** `isReported`: the reference raises a diagnostic of the module, as it does for a result that can't be typed. */
export function untypableComposite(pattern: string, call: Call, root: Expr, isReported: boolean): Failure {
  const made =
    call.op.kind === "Op"
      ? failure(
          "untypable-composite",
          `Pattern \`${pattern}\`: in the composite, TVM infers the type of \`${nameOf(call)}\` before that of its argument, and raises.`,
          root,
          ["Match the argument too: `is_tuple(None)` for the tuple of a `concatenate`, the producing call for another operator."],
        )
      : failure(
          "untypable-composite",
          `Pattern \`${pattern}\`: the composite calls its argument with type arguments, before TVM knows that the argument has type parameters, and TVM raises.`,
          root,
          ["Match no calls of constructors or of functions with type parameters."],
        );
  return isReported ? typingFailure(made) : made;
}

export const bareOperator = (pattern: string, operator: Expr) =>
  typingFailure(
    failure(
      "bare-operator",
      `Pattern \`${pattern}\` matches the operator \`${operator.kind === "Op" ? operator.name : nameOf(operator)}\` itself; a composite that returns an operator has no type, and TVM raises here.`,
      operator,
      ['Write the operator\'s arguments after it: `is_op("nn.relu")(wildcard())`.'],
    ),
  );
export const functionReplaced = (pattern: string, f: Expr) =>
  failure("function-replaced", `Pattern \`${pattern}\` matches a whole function of the module, and TVM raises here.`, f, [
    "A pattern's root should be a call.",
  ]);
export const tornBinding = (problem: string, node: Expr) =>
  failure("torn-binding", `A composite would tear a variable from its binding, and TVM raises here: ${problem}`, node, [
    "The pattern reaches into a function, a let or a branch and takes a variable of it as an argument.",
  ]);

/** The code of the failure that asks to run the step again with all passes loaded. */
export const notLoaded = "passes-not-loaded";

export const passesNotLoaded = (target: string, f: Expr) =>
  failure(notLoaded, `The passes that \`${target}\` runs on its regions are not loaded.`, f);
/** An exception raised while an entry's pattern was matched, with the entry's name. */
export const whileMatching = (pattern: string, raised: Failure) =>
  failure(raised.code, `Pattern \`${pattern}\`: ${raised.message}`, raised.node, raised.hints);
