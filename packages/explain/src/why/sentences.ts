/** All sentences of causes, written once. Names come in backquotes, nodes by `called`. */
import { counted, grouped } from "@relayscope/ir";
import { listed } from "../names.ts";
import type { Taker } from "./tableOrder.ts";

/** `tinyai` has neither a rule nor a pattern for ... */
const noRule = (target: string, operators: readonly string[]) => `\`${target}\` has neither a rule nor a pattern for ${some(operators)}.`;

/** Operators in a sentence: the first three, and how many more. */
function some(operators: readonly string[]): string {
  const names = [...new Set(operators)];
  return listed(names, names.length === 4 ? 4 : 3);
}

/** How many reasons a sentence says. */
const mostReasons = 3;

/** Reasons that all must change. Each is a clause that may have commas and colons. */
function because(reasons: readonly string[]): string {
  if (reasons.length < 2) return `: ${reasons.join("")}`;
  const said = reasons.slice(0, mostReasons).map((reason, i) => `(${i + 1}) ${reason}`);
  const more = reasons.length - mostReasons;
  return ` for ${reasons.length} reasons: ${said.join("; ")}${more > 0 ? `; and ${more} more` : ""}`;
}

function them(operators: readonly string[]): string {
  return new Set(operators).size > 1 ? "them" : "it";
}

function between(operators: readonly string[], isOnHost: boolean): string {
  const [is, stays] = new Set(operators).size > 1 ? ["are", "stay"] : ["is", "stays"];
  return isOnHost ? `${is} in between and ${stays} on the host` : `${is} in between`;
}

export const sentences = {
  noRule,
  noRuleBetween: (target: string, operators: readonly string[], isOnHost: boolean) =>
    `\`${target}\` has neither a rule nor a pattern for ${some(operators)}, which ${between(operators, isOnHost)}.`,
  onHost: (operators: readonly string[], isOnHost: boolean) => `${some(operators)} ${between(operators, isOnHost)}.`,
  noRuleNoMatch: (target: string, operators: readonly string[]) =>
    `\`${target}\` has no rule for ${some(operators)}, and no pattern that names ${them(operators)} matches.`,
  noMatch: (target: string, operators: readonly string[], isOnHost: boolean) =>
    `\`${target}\` has no rule for ${some(operators)}, and no pattern that names ${them(operators)} matches; ${new Set(operators).size > 1 ? "they" : "it"} ${between(operators, isOnHost)}.`,
  nearMiss: (target: string, operator: string, pattern: string, wants: string) =>
    `\`${target}\` has no rule for \`${operator}\`, and \`${pattern}\`, the nearest pattern, ${wants}.`,
  noRuleButNear: (target: string, operators: readonly string[], held: readonly string[], pattern: string, wants: string) =>
    `\`${target}\` has neither a rule nor a pattern for ${some(operators)}, and \`${pattern}\`, the nearest pattern for ${some(held)}, ${wants}.`,
  noRulesButNear: (target: string, operators: readonly string[], pattern: string, wants: string) =>
    `\`${target}\` has no rule for ${some(operators)}, and \`${pattern}\`, the nearest pattern, ${wants}.`,
  suffices: (pattern: string, changes: number, hasCheck: boolean) =>
    `With ${changes === 1 ? "that alone" : "all of that"}, \`${pattern}\` matches${hasCheck ? " and its check accepts the match" : ""}.`,
  quantizedForms: (forms: readonly string[], isInteger: boolean) => {
    const named = `The patterns name ${listed(forms)}, the quantized ${forms.length > 1 ? "forms" : "form"}`;
    return isInteger
      ? `${named}. This model computes in integers without them, as \`relay.quantize\` writes it; models that are imported quantized have them.`
      : `${named}: this model is not quantized.`;
  },
  otherForm: (target: string, form: string, isQuantized: boolean) =>
    `The patterns of \`${target}\` name \`${form}\`, the form in models that are ${isQuantized ? "imported" : "not"} quantized.`,
  // TVM prints a scalar at each use, so that one shared scalar and two equal ones have the same text.
  oneConstant:
    "Text does not show whether scalars are one constant. In Python, give the same `relay.const` to both arguments; in text, name it first.",
  letBehind: (name: string) => `A \`let\` binds \`%${name}\`, and patterns do not match through a let's variable.`,
  unmatched: (pattern: string, idle: string) => `\`MergeComposite\` ${idle}: \`${pattern}\` would match here, but no pass looks for it.`,

  stopOnHost: (target: string) => `\`annotation.stop_fusion\` stays on the host: \`${target}\` has no rule for it.`,
  stopBetween: (target: string) => `\`annotation.stop_fusion\` is in between, and \`${target}\` has no rule for it.`,
  stopPlaced: (pass: string, rule: string, by: string) => `\`${pass}\` inserted the \`stop_fusion\` for \`${by}\`, by its rule "${rule}".`,
  stopQuantized: "Quantization inserted the `stop_fusion` before partitioning began; `AnnotateTarget` inserts none.",
  stopWritten: "The `stop_fusion` is in the text: no pass of this run inserted it, and `AnnotateTarget` inserts none.",

  ruleRefuses: (target: string, operator: string, reasons: readonly string[]) =>
    `The rule of \`${target}\` for \`${operator}\` refuses the call${because(reasons)}.`,
  ruleRefusesSilently: (target: string, operator: string) => `The rule of \`${target}\` for \`${operator}\` refuses the call.`,
  ruleAccepts: (target: string, operator: string) =>
    `The rule of \`${target}\` for \`${operator}\` accepts the call, and no decision of a pass explains why no region of \`${target}\` holds it.`,
  checkRefuses: (pattern: string, operators: readonly string[], reasons: readonly string[]) =>
    `\`${pattern}\` matches ${listed(operators, 8)}, but its check refuses the match${because(reasons)}.`,
  ruleRaises: (target: string, operator: string, raised: string) =>
    `The rule of \`${target}\` for \`${operator}\` raises, which counts as no: ${raised}.`,
  checkRaises: (pattern: string, operators: readonly string[], raised: string) =>
    `\`${pattern}\` matches ${listed(operators, 8)}, but its check raises, which counts as no: ${raised}.`,
  thenRefuses: (reasons: readonly string[]) => `its check then refuses the match${because(reasons)}`,
  checkRefusesSilently: (pattern: string, operators: readonly string[]) =>
    `\`${pattern}\` matches ${listed(operators, 8)}, but its check refuses the match.`,
  alsoBetween: (operators: readonly string[]) => `${some(operators)} ${new Set(operators).size > 1 ? "are" : "is"} in between as well.`,
  unruledToo: (target: string, operators: readonly string[]) =>
    `${some(operators)} ${new Set(operators).size > 1 ? "are" : "is"} in between as well: \`${target}\` has neither a rule nor a pattern for ${them(operators)}.`,
  unmatchedToo: (target: string, operators: readonly string[]) =>
    `${some(operators)} ${new Set(operators).size > 1 ? "are" : "is"} in between as well: \`${target}\` has no rule for ${them(operators)}, and no pattern that names ${them(operators)} matches.`,
  setting: (settings: readonly { readonly name: string; readonly wanted: string }[]) =>
    `With the ${settings.length > 1 ? "settings" : "setting"} ${settings.map(({ name, wanted }) => `\`${name}=${wanted}\``).join(" and ")} it would be accepted.`,
  condition: (text: string, settings: readonly { readonly name: string; readonly value: string; readonly isAssumed: boolean }[]) => {
    const given = settings.map(
      ({ name, value, isAssumed }) => `\`${name}\` is \`${value}\`, ${isAssumed ? "its default" : "as it is set"}`,
    );
    return `The condition: ${text}.${given.length > 0 ? ` It refuses while ${given.join(" and ")}.` : ""}`;
  },
  outsideUser: (pattern: string, operators: readonly string[], users: string, isMany: boolean) =>
    `\`${pattern}\` matches ${listed(operators, 8)}, but ${users} outside of the match ${isMany ? "use" : "uses"} a value from its middle.`,
  shadowed: (pattern: string, taker: string, taken: readonly string[]) =>
    `\`${pattern}\` could match here, but ${taker === pattern ? "another match of it" : `\`${taker}\`, earlier in the table,`} took ${listed(taken)} first.`,
  heldBack: (pattern: string, both: readonly string[], taker: string, taken: readonly string[]) =>
    `\`${pattern}\` would hold both ${listed(both)}, but \`${taker}\`, earlier in the table, took ${listed([...new Set(taken)])} first.`,
  takenByEntry: ({ name, place, count, hasCheck }: Taker, operators: readonly string[]) => {
    const entry = place === undefined ? "" : `, entry ${place} of ${count} in the table,`;
    return `\`${name}\`${entry} took ${listed(operators, 8)} as one composite${hasCheck ? ", which its check accepts" : ""}.`;
  },
  compositeInText: (name: string, operators: readonly string[]) =>
    `It is in the composite \`${name}\` of ${listed(operators, 8)}, which is in the text.`,
  takenByRule: (target: string, operator: string) => `The rule of \`${target}\` for \`${operator}\` took it.`,
  takenWithArguments: (target: string, name: string) =>
    `\`${name}\` has no target of its own: all of its arguments belong to \`${target}\`.`,
  wouldHold: (pattern: string, operators: readonly string[], taker: string, isMore: boolean) =>
    `\`${pattern}\`, later in the table, would hold ${listed([...new Set(operators)], 8)}${isMore ? " as well" : ""}, but \`${taker}\` comes first.`,
  otherNumbers: (calls: number) =>
    `The same is true of ${calls === 1 ? "1 more call" : `${grouped(calls)} more calls`}, with other numbers.`,
  furtherPruned: (sentence: string, separators: readonly string[], isMany: boolean) =>
    separators.length === 0
      ? sentence
      : `${sentence} ${listed(separators)} ${separators.length > 1 ? "separate" : "separates"} ${isMany ? "them" : "it"} from a region that was kept.`,
  computedTwice: (operators: readonly string[], patterns: readonly string[]) => {
    const times = patterns.length === 2 ? "twice" : `${patterns.length} times`;
    return `${listed([...new Set(operators)], 8)} ${new Set(operators).size > 1 ? "are" : "is"} computed ${times}: the matches of ${listed(patterns)} each contain ${new Set(operators).size > 1 ? "them" : "it"}.`;
  },
  patternWantsConstant: (pattern: string, found: string) => `\`${pattern}\` needs a constant but finds ${found}.`,
  biasOnly: (target: string) => `The patterns of \`${target}\` expect a bias as \`nn.bias_add\`.`,
  foldQuantized: (name: string) => `\`${name}\` has only constants as arguments: \`FoldConstant\` folds it if it has \`fold_qnn=True\`.`,
  bindParameter: (name: string) => `${name} is a parameter: binding parameters would make it a constant.`,
  evenBound: (pattern: string, wants: string) =>
    `With parameters bound, \`${pattern}\` still does not take it: ${wants.startsWith("its ") ? "" : "it "}${wants}.`,
  bindComputed: (name: string) => `${name} is computed from parameters: binding them would make it a constant.`,
  noArguments: (operator: string) =>
    `\`AnnotateTarget\` annotates a call at its arguments, and \`${operator}\` has none: it stays on the host, whatever the rules say.`,

  externalAlready: (name: string, compiler: string) =>
    `${name} is external already (\`Compiler=${JSON.stringify(compiler)}\`): the passes leave it and its calls alone.`,
  skipOptimization: (name: string, attribute: string, value: string) =>
    `\`@${name}\` has \`${attribute}=${value}\`: function passes leave it alone.`,
  noneOffloaded: (total: number) =>
    total === 1 ? "The only operator is not in a region." : `None of the ${counted(total, "operator")} is in a region.`,
  passFailed: (pass: string, reason: string) => `\`${pass}\` stopped before targets were chosen: ${reason}`,
  flowFails: (pass: string, reason: string) => `\`${pass}\` fails, so TVM makes no regions here: ${reason.replace(/\.$/, "")}.`,
  letsFail: (pass: string) =>
    `\`${pass}\` fails on the \`let\`s, so TVM makes no regions here: a region would use a variable that a \`let\` outside of it binds. \`ToGraphNormalForm\` before partitioning replaces the \`let\`s.`,
  beforeFailure: (sentence: string) => `Before that failure: ${sentence}`,
  noTargets: (idle: string) => `\`AnnotateTarget\` ${idle}: no node gets a target.`,
  noneNear: (target: string, operator: string) => `\`${target}\` has no rule for \`${operator}\`, and no pattern with it matches here.`,
  farFrom: (target: string, operator: string, pattern: string, operators: readonly string[]) =>
    `\`${target}\` has no rule for \`${operator}\`, and no pattern with it matches here: the closest, \`${pattern}\`, also needs ${listed(operators, 6)}, ${operators.length > 1 ? `and none of them is connected to \`${operator}\`` : `which is not connected to \`${operator}\``}.`,
  closest: (pattern: string, operators: readonly string[]) =>
    `The closest pattern is \`${pattern}\`: it needs ${listed(operators, 6)}, ${operators.length > 1 ? "and none of them is" : "which is not"} connected here.`,
  absent: (pattern: string, operators: readonly string[]) =>
    `No single call is enough: \`${pattern}\` needs ${listed(operators, 6)}, and none of them is connected here.`,
  broken: (pass: string, clause: string, better: string, asItIs: string) =>
    `\`${pass}\` runs before partitioning and ${clause}; without it, ${better}. As it is: ${asItIs}`,
  madeOf: (pass: string, name: string, names: readonly string[]) => `\`${pass}\` makes \`${name}\` of ${some(names)}.`,
  writes: (was: string, name: string) => `rewrites \`${was}\` into other calls, including \`${name}\``,
  takesOut: (gone: string, name: string) => `removes a \`${gone}\` next to \`${name}\``,
  moves: (made: string, name: string) => `moves a \`${made}\` next to \`${name}\``,
  putsBeside: (made: string, name: string) => `inserts a \`${made}\` next to \`${name}\``,
  lineage: (pass: string, name: string, text: string) => `\`${pass}\` at \`${name}\`: ${text}.`,
  targetDefault:
    "The target is named `default`, which is TVM's name for the host: `RemoveDefaultAnnotations` strips its regions before `PartitionGraph`. Give the target another name.",
  pruned: (target: string, operators: readonly string[], pass: string, why: string) =>
    `\`${target}\` took ${some(operators)}, and \`${pass}\` returned ${new Set(operators).size > 1 ? "each of their regions" : "its region"} to the host${why === "" ? "" : `: ${why}`}.`,
  cutOff: (separators: readonly string[], kept: string) =>
    `${listed(separators)} ${separators.length > 1 ? "separate" : "separates"} it from the region of \`${kept}\`.`,
  compositeNoDot: (name: string) => `The composite's name \`${name}\` has no dot, so it names no target.`,
  compositeUnlisted: (name: string, target: string) =>
    `The composite \`${name}\` is for \`${target}\`, the text before the first dot, which \`AnnotateTarget\` does not list.`,
  noReasonKnown: (name: string) => `No decision of a pass explains why \`${name}\` is in no region.`,
  noReasonKnownForTwo: (a: string, b: string) => `No decision of a pass explains why \`${a}\` and \`${b}\` are apart.`,
  annotatedFunction: (name: string, apart: string) =>
    `The input already has annotations in \`@${name}\`. \`AnnotateTarget\` keeps them and adds its own, and no decision of a pass explains ${apart}.`,

  letsBetween: (names: readonly string[]) =>
    `\`let\` binds ${listed(names.map((name) => `%${name}`))}, and regions do not merge through a let's variable.`,
  twoFunctions: (a: string, inA: string, b: string, inB: string) =>
    `\`${a}\` is in \`@${inA}\`, \`${b}\` in \`@${inB}\`: no region crosses a function call.`,
  twoScopes: (a: string, b: string) => `\`${a}\` and \`${b}\` are in different functions: no region crosses the edge of a function.`,
  twoBranches: (a: string, b: string, target: string) =>
    `\`${a}\` and \`${b}\` are in different branches of an \`if\`. Their regions merge only through a region of \`${target}\` before the \`if\` that feeds both.`,
  annotatedInput: (annotator: string, target: string, name: string) =>
    `${annotator} \`compiler_begin\` and \`compiler_end\` for \`${target}\` around \`${name}\`, and \`AnnotateTarget\` keeps them.`,
  constructor: (name: string) => `The constructor \`${name}\` is in between: no target takes it.`,
  recursion: (name: string) => `\`${name}\` calls itself between the two, and calls of functions stay on the host.`,
  otherTarget: (taker: string, means: string, them: string, before: string, wanting: string) =>
    `${taker} has ${means} and takes ${them}${before}; \`${wanting}\` would have taken ${them} too.`,
  cycle: (way: string, strangers: string) =>
    `One region of both would form a cycle: the path ${way} leaves the region through ${strangers} and returns.`,
  noMerge: (idle: string, target: string) =>
    `\`MergeCompilerRegions\` ${idle}: each call that \`${target}\` takes stays a region of its own.`,
  cycleIfMerged: (way: string) =>
    `\`MergeCompilerRegions\` alone would not join the two: ${way} leaves the target and comes back, so one region of both would form a cycle.`,
  neverMerged: (target: string) =>
    `By design: TVM's flow of \`${target}\` has no \`MergeCompilerRegions\`, so each call or match that it takes is a region of its own.`,
  siblings: (a: string, b: string, target: string) =>
    `No data flows from \`${a}\` to \`${b}\`: two regions of \`${target}\` merge only if one feeds the other, or if another region of \`${target}\` reads both.`,

  leftToHost: (operators: readonly string[], target: string) => {
    const [they, need] = new Set(operators).size > 1 ? ["are in between and stay on the host", "them"] : ["stays on the host", "it"];
    return `${some(operators)} ${they}: \`${target}\` needs a rule for ${need}, or a pattern that holds ${need}.`;
  },
  leftOut: (operators: readonly string[]) =>
    `${some(operators)} ${new Set(operators).size > 1 ? "were" : "was"} left out when this module was partitioned.`,
  againFails: (pass: string, reason: string) => `Partitioning again fails in \`${pass}\`: ${reason.replace(/\.$/, "")}.`,
  againTaken: (target: string) => `\`${target}\` as it is defined here takes it: if you partition the module again, it is in a region.`,
  againLeft: "If you partition the module again, it is still in no region.",
  stopInPartitioned: (target: string, origin: string) =>
    `\`annotation.stop_fusion\` is in between and stays on the host: \`${target}\` needs a rule for it, or a pass must remove it before partitioning. ${origin}`,
  unmergedInText: (target: string) =>
    `There is nothing between them: both belong to \`${target}\`, and one feeds the other. \`MergeCompilerRegions\` did not run before \`PartitionGraph\`, or could not merge them.`,
  twoTargetsInText: (a: string, b: string) =>
    `They go to two targets, \`${a}\` and \`${b}\`: a region has one target, so no region holds both.`,
  takenBy: (taker: string, operators: readonly string[]) => `\`${taker}\` takes ${some(operators)}.`,
  otherTargetInText: (name: string, other: string) => `\`${name}\` is in between, in a region of \`${other}\`.`,
  rescale: (operators: readonly string[], divisor: number) =>
    `${listed(operators)} divide by ${divisor} and round: this is how quantization (\`QuantizeRealize\`) changes a scale.`,
  notInText: "The module is already partitioned, and its text does not say what chose the targets.",
  takenHere: (target: string, operators: readonly string[]) => `\`${target}\` as it is defined here has a rule for ${some(operators)}.`,
  notTakenHere: (target: string, operators: readonly string[]) =>
    `\`${target}\` as it is defined here has neither a rule nor a pattern for ${some(operators)}.`,
  more: (count: number) => `${counted(count, "more call")} between the two stay on the host.`,
} as const;
