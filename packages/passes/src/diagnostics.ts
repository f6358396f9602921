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

export function foldingRaises(call: Call): PassFailure {
  return new PassFailure(
    "folding-raises",
    `\`${nameOf(call)}\` of constants can't be folded: the reference computes it in int32 alone, and raises for another data type.`,
    call,
    ['Quantize with `dtype_activation="int32"`.'],
  );
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

export function bareOperator(pattern: string, operator: Expr): PassFailure {
  return new PassFailure(
    "bare-operator",
    `Pattern \`${pattern}\` matches the operator \`${operator.kind === "Op" ? operator.name : nameOf(operator)}\` itself; a composite that gives an operator has no type, and the reference raises here.`,
    operator,
    ['Write the operator\'s arguments behind it: `is_op("nn.relu")(wildcard())`.'],
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

export function notALayout(name: string): PassFailure {
  return new PassFailure("not-a-layout", `\`${name}\` is not a layout, and the reference raises here.`, undefined, [
    "A layout is written like `NCHW` or `NCHW4c`: a size stands before each lower-case letter and nowhere else, and each such letter splits a whole axis of the layout.",
  ]);
}

export function layoutRefused(call: Expr, problem: string): PassFailure {
  return new PassFailure("layout-refused", `The layouts around \`${nameOf(call)}\`: ${problem}`, call);
}

export function inconvertibleLayouts(call: Call, from: string, to: string): PassFailure {
  return new PassFailure(
    "inconvertible-layouts",
    `An argument of \`${nameOf(call)}\` comes in the layout \`${from}\`, which can't be brought into \`${to}\`: one has an axis that the other lacks.`,
    call,
  );
}

export function strandedLayout(call: Expr): PassFailure {
  return new PassFailure(
    "stranded-layout",
    `\`${nameOf(call)}\` gives a new layout to an \`if\`, a \`let\`, a nested tuple or another value that is handed on as it is, and the reference raises here.`,
    call,
    ["Move the branch, the binding or the tuple away from the argument of the call whose layout is converted."],
  );
}

export function desiredLayoutRefused(call: Call, problem: string): PassFailure {
  return new PassFailure("desired-layout-refused", `The layouts desired for \`${nameOf(call)}\` are refused: ${problem}`, call, [
    "See the option `desired_layouts`: a list for each operator, the data's layout first; `default` stands for the usual layout of a kernel.",
  ]);
}

/** A rule of quantization raised in the reference. */
function quantizationRefused(code: string, call: Expr, reason: string, hints: readonly string[] = []): PassFailure {
  return new PassFailure(code, `\`${nameOf(call)}\` can't be quantized, and the reference raises here: ${reason}`, call, hints);
}

export function quantizedWeight(call: Expr): PassFailure {
  return quantizationRefused("quantized-weight", call, "its weight comes out of a convolution or was quantized before.");
}

export function quantizedOperands(call: Expr): PassFailure {
  return quantizationRefused("quantized-operands", call, "there is no rule for operands quantized as these are.");
}

export function notATupleOfFields(call: Expr): PassFailure {
  return quantizationRefused("not-a-tuple", call, "its argument is a tuple as a whole, not a tuple of fields.", [
    "Write the fields out: `(%t.0, %t.1)`.",
  ]);
}

export function notCalibrated(call: Expr): PassFailure {
  return quantizationRefused("not-calibrated", call, "its scale and bounds must be constants.", ["Run QuantizeCalibrate first."]);
}

export function calibratedAlready(call: Expr): PassFailure {
  return quantizationRefused("calibrated-already", call, "its scale and bounds are constants already.");
}

export function weightNotConstant(call: Expr): PassFailure {
  return quantizationRefused("weight-not-constant", call, "the weight is not a constant.", [
    "Bind the parameters: weights are quantized by their largest magnitude.",
  ]);
}

export function halfQuantized(call: Expr): PassFailure {
  return quantizationRefused("half-quantized", call, "one of its arguments is quantized and another is not.");
}

export function impossibleScale(call: Expr, reason: string): PassFailure {
  return quantizationRefused("impossible-scale", call, reason);
}

export function wrongRounding(call: Expr, rounding: string): PassFailure {
  return quantizationRefused("wrong-rounding", call, `only \`round\` is realized, not \`${rounding}\`.`);
}

export function noDataSet(mode: string): PassFailure {
  return new PassFailure(
    "no-data-set",
    `The mode \`${mode}\` finds scales by running the module on a data set, and there is none.`,
    undefined,
    ["Set `calibrate_mode` to `global_scale`."],
  );
}

export function heldValueLeft(origin: Expr): PassFailure {
  return new PassFailure(
    "quantized-across-scopes",
    `The quantized result of \`${nameOf(origin)}\` leaves a branch, a let or a function in quantized form, and the reference raises here.`,
    origin,
  );
}

/** A weight's values are not in the text: its largest magnitude was assumed. */
export function assumedMagnitude(weight: Expr, magnitude: number): Diagnostic {
  return diagnostic("assumed-magnitude", `This weight has no data; its largest magnitude was taken to be ${magnitude}.`, {
    node: weight,
    severity: "info",
  });
}

const pasteMetadata = "Paste the text with its metadata section: `mod.astext(show_meta_data=True)`.";

/** A constant might be the 0 or 1 that changes nothing, but its value is not in the text: the call stays. */
export function identityNotTold(call: Call): Diagnostic {
  return diagnostic(
    "identity-not-told",
    `\`${nameOf(call)}\` stays: its constant has no data, so that it can't be told whether it changes anything.`,
    {
      node: call,
      severity: "warning",
      hints: [pasteMetadata],
    },
  );
}

/** A binomial whose factors are constants without data: it stays. */
export function binomialNotFactored(sum: Expr): Diagnostic {
  return diagnostic("binomial-not-factored", "A binomial stays as it is: its factors have no data, so that its roots can't be computed.", {
    node: sum,
    severity: "warning",
    hints: [pasteMetadata],
  });
}

/** A dynamic operator stays, since a constant that it asks for has no data. */
export function argumentNotKnown(call: Call, node: Expr): Diagnostic {
  return diagnostic(
    "argument-not-known",
    `\`${nameOf(call)}\` stays dynamic: what it asks for is a constant, but its values are not in the text.`,
    {
      node,
      severity: "warning",
      hints: [pasteMetadata],
    },
  );
}

export function constantOfRank(rank: number, wanted: number): PassFailure {
  return new PassFailure(
    "constant-of-rank",
    `A constant that becomes an attribute has ${rank} dimensions where ${wanted} are wanted; the reference raises here.`,
  );
}

export function callersTypedAgain(functionName: string, node: Expr): PassFailure {
  return new PassFailure(
    "callers-typed-again",
    `\`@${functionName}\` is called by another function and holds a dynamic operator. The reference puts the operator's arguments in its place for a while, types its callers so, and raises.`,
    node,
    ["Inline the function first."],
  );
}

/** SimplifyExpr types the double of a value by itself; variables whose type the value says are copied by that, and nothing binds the copies. */
export function tornFromSum(torn: readonly Var[], sum: Expr): PassFailure {
  const names = torn.map((v) => `\`%${v.name}\``).join(", ");
  return new PassFailure(
    "contains-free-variables",
    `A value is added to itself, and the reference types its double by itself: that tears ${names} from the function, and it raises.`,
    sum,
    ["Bind parameters first: constants are not torn.", "Write the sum as a multiplication by 2."],
  );
}

/** `partition_conversions` was asked for: in the reference that is a step behind this pass, after constants were folded. */
export function conversionsAreAStep(): Diagnostic {
  return diagnostic(
    "conversions-are-a-step",
    "`partition_conversions` splits `@main` in a step of its own, behind this pass and FoldConstant.",
    {
      severity: "info",
      hints: ["Add the pass `PartitionConversions` behind FoldConstant, `ensure_fully_integral` for `fully_integral`."],
    },
  );
}

export function conversionsNeedPlainMain(): PassFailure {
  return new PassFailure(
    "conversions-need-plain-main",
    "Conversions are split off from a module of one function `@main` without attributes or type parameters; the reference raises here.",
  );
}

/** A cut around the quantized part can't be made. */
function cutRefused(code: string, node: Expr, reason: string): PassFailure {
  return new PassFailure(code, `\`${nameOf(node)}\` stands in the way of a split, and the reference raises here: ${reason}`, node);
}

export function inputsMeet(inputs: readonly [Var, ...Var[]]): PassFailure {
  return cutRefused("inputs-meet", inputs[0], `conversions put ${inputs.map((v) => `\`%${v.name}\``).join(" and ")} together.`);
}

export function inputOnBothSides(input: Var): PassFailure {
  return new PassFailure(
    "input-on-both-sides",
    `\`%${input.name}\` is converted in one place and used once more. The reference then makes it a parameter of two functions, which is no well-formed module.`,
    input,
  );
}

export function noTensorAtTheEnd(node: Expr): PassFailure {
  return cutRefused("no-tensor-at-the-end", node, "behind the quantized part there may be tensors only, no tuples and functions.");
}

export function endNotOneValue(node: Expr): PassFailure {
  return cutRefused("end-not-one-value", node, "the result must be made of one use of one quantized value.");
}

export function notFullyIntegral(reason: string): PassFailure {
  return new PassFailure("not-fully-integral", `The module is not fully integral, and the reference raises here: ${reason}`, undefined, [
    "Quantize all layers (`skip_conv_layers=[]`, `skip_dense_layer=False`), or leave `ensure_fully_integral` off.",
  ]);
}

/** A region of ethos-u keeps the several inputs or outputs it has: why, as a clause. */
export function notJoined(call: Expr, problem: string, node: Expr = call): PassFailure {
  return new PassFailure(
    "not-joined",
    `The inputs and outputs of \`${nameOf(call)}\` can't be joined into one, and the reference raises here: ${problem}.`,
    node,
  );
}

export function callWithoutArguments(call: Call): PassFailure {
  return new PassFailure(
    "call-without-arguments",
    `\`${nameOf(call)}\` has no arguments. The reference looks at the first argument of each operator's call, and raises here.`,
    call,
    ["Put a constant or a parameter in its place."],
  );
}

/** Pads behind pads, each shared by convolutions: the reference's copies hold copies. */
export function tooManyCopies(node: Expr, limit: number): PassFailure {
  return new PassFailure(
    "too-many-copies",
    `Shared pads lie one behind the other, and with each the reference's copies double: above ${limit} copies of copies no more is made here.`,
    node,
    ["Give each convolution a pad of its own in the model."],
  );
}

export function withoutEquivalent(expr: Expr, composite: string): PassFailure {
  return new PassFailure(
    "no-equivalent",
    `The composite \`${composite}\` was made to be converted, but \`${nameOf(expr)}\` has no equivalent there; the reference raises here.`,
    expr,
  );
}

export function noScalarConstant(node: Expr): PassFailure {
  return new PassFailure("no-scalar-constant", "A scale or zero point must be a constant scalar; the reference raises here.", node);
}

/** The call was a broadcast of more than channels, and its equivalent is none. */
export function equivalentOfOtherType(call: Expr, before: string, after: string): Diagnostic {
  return diagnostic(
    "equivalent-of-other-type",
    `\`${nameOf(call)}\` gives \`${before}\`, what was put in its place \`${after}\`: the reference leaves the module so, and it can't be typed any more.`,
    { node: call, severity: "warning", hints: ["Give the constant no more dimensions than the data has."] },
  );
}

/** A constant that an equivalent is computed from has no data. */
export function assumedEquivalent(call: Expr, assumption: string): Diagnostic {
  return diagnostic("assumed-equivalent", `\`${nameOf(call)}\` was converted, but a constant has no data: ${assumption}.`, {
    node: call,
    severity: "info",
    hints: [pasteMetadata],
  });
}

// Clean-ups of cmsis-nn.

export function functionCallsItself(name: string, call: Expr): PassFailure {
  return new PassFailure(
    "recursive-function",
    `\`@${name}\` calls itself, directly or through others; the reference follows the calls without an end.`,
    call,
  );
}

export function notARequantizedConvolution(body: Expr, missing: string): PassFailure {
  return new PassFailure(
    "not-a-requantized-convolution",
    `A composite \`cmsis-nn.qnn_conv2d\` does not hold what it should: ${missing}. The reference ends here.`,
    body,
    ["It is a `qnn.conv2d`, perhaps an `nn.bias_add`, a `qnn.requantize`, and perhaps a `clip`."],
  );
}

export function scaleNotScalar(scale: Expr): PassFailure {
  return new PassFailure("scale-not-scalar", "A scale must be a scalar constant here; the reference raises.", scale);
}

/** The reference reads a scale for each channel, and there are fewer. */
export function tooFewScales(call: Expr, channels: number, scales: number): Diagnostic {
  return diagnostic(
    "too-few-scales",
    `\`${nameOf(call)}\` has ${channels} channels and ${scales} ${scales === 1 ? "scale" : "scales"} of its weight: the reference reads past the last one, so that its multipliers can't be told.`,
    { node: call, severity: "warning", hints: ["Give `kernel_scale` a value for each output channel."] },
  );
}

export function paddingNotKnown(call: Expr): PassFailure {
  return new PassFailure(
    "padding-not-known",
    `The padding of \`${nameOf(call)}\`, or of the \`nn.pad\` before it, is not one of four sides; the reference raises here.`,
    call,
  );
}

export function padNotFusible(call: Expr, [top, left, bottom, right]: readonly number[]): PassFailure {
  return new PassFailure(
    "pad-not-fusible",
    `Opposite sides may differ in padding by 0 or 1. With the \`nn.pad\` before it, \`${nameOf(call)}\` has \`padding=[${top}, ${left}, ${bottom}, ${right}]\` (top, left, bottom, right); the reference raises here.`,
    call,
    ["Leave the `nn.pad` out of the composite: the target's own pattern checks this."],
  );
}

export function scalarBesideUnknownShape(scalar: Expr): PassFailure {
  return new PassFailure(
    "scalar-beside-unknown-shape",
    "A scalar takes the shape of the other operand, which is no tensor of known sizes; the reference raises here.",
    scalar,
  );
}

export function foreignFunctionCalled(call: Expr, name: string): PassFailure {
  return new PassFailure(
    "foreign-function-called",
    `A function of \`${name}\` is called where it stands; constants are taken out of functions of cmsis-nn alone, and the reference raises here.`,
    call,
    ["Run PartitionGraph for the other target first."],
  );
}

export function argumentsLeftOver(call: Expr): PassFailure {
  return new PassFailure(
    "arguments-left-over",
    "A function uses more variables than it is called with, or in another order; the reference raises here.",
    call,
    ["A function that held constants is called once: at a second call there are none left to hand in."],
  );
}

/** The reference makes an int8 tensor of a scalar of any type: what comes out can't be typed. */
export function scalarTakenForInt8(scalar: Expr, dtype: string): Diagnostic {
  return diagnostic(
    "scalar-taken-for-int8",
    `A scalar of \`${dtype}\` becomes a tensor of \`int8\`, its first byte repeated, as the reference has it; the module can't be typed then.`,
    { node: scalar, severity: "warning", hints: ["Write the operand as a tensor of the other operand's shape."] },
  );
}

/** The code of the failure that asks to run the step again with all passes loaded. */
export const notLoaded = "passes-not-loaded";

export function passesNotLoaded(target: string, f: Expr): PassFailure {
  return new PassFailure(notLoaded, `The passes that \`${target}\` runs on its regions are not loaded.`, f);
}
