/** All sentences of causes, written once. Names come in backquotes, nodes by `called`. */
import { counted, listed } from "../names.ts";

/** `tinyai` has neither a rule nor a pattern for ... */
const noRule = (target: string, operators: readonly string[]) => `\`${target}\` has neither a rule nor a pattern for ${some(operators)}.`;

/** Operators in a sentence: the first three, and how many more. */
function some(operators: readonly string[]): string {
  const names = [...new Set(operators)];
  return listed(names, names.length === 4 ? 4 : 3);
}

function them(operators: readonly string[]): string {
  return new Set(operators).size > 1 ? "them" : "it";
}

export const sentences = {
  noRule,
  noRuleBetween: (target: string, operators: readonly string[], lie: string) =>
    `\`${target}\` has neither a rule nor a pattern for ${some(operators)}, which ${lie}.`,
  onHost: (operators: readonly string[], lie: string) => `${some(operators)} ${lie}.`,
  noRuleNoMatch: (target: string, operators: readonly string[]) =>
    `\`${target}\` has no rule for ${some(operators)}, and no pattern that names ${them(operators)} matches.`,
  noMatch: (target: string, operators: readonly string[], lie: string) =>
    `\`${target}\` has no rule for ${some(operators)}, and no pattern that names them matches; they ${lie}.`,
  nearMiss: (target: string, operator: string, pattern: string, wants: string) =>
    `\`${target}\` has no rule for \`${operator}\`, and \`${pattern}\`, the nearest pattern, ${wants}.`,
  noRuleButNear: (target: string, operators: readonly string[], held: readonly string[], pattern: string, wants: string) =>
    `\`${target}\` has neither a rule nor a pattern for ${some(operators)}, and \`${pattern}\`, the nearest pattern for ${some(held)}, ${wants}.`,
  noRulesButNear: (target: string, operators: readonly string[], pattern: string, wants: string) =>
    `\`${target}\` has no rule for ${some(operators)}, and \`${pattern}\`, the nearest pattern, ${wants}.`,
  nearMissOfRuled: (operator: string, pattern: string, wants: string) =>
    `No pattern takes \`${operator}\`: \`${pattern}\`, the nearest, ${wants}.`,
  nearestFor: (operator: string, pattern: string, wants: string) =>
    `The nearest pattern for \`${operator}\` is \`${pattern}\`: it ${wants}.`,
  suffices: (pattern: string, changes: number, hasCheck: boolean) =>
    `With ${changes === 1 ? "that alone" : "all of that"}, \`${pattern}\` matches${hasCheck ? " and its check accepts the match" : ""}.`,
  letBehind: (name: string) => `\`%${name}\` is bound by \`let\`, and patterns do not match through a let's variable.`,
  unmatched: (pattern: string, idle: string) => `\`MergeComposite\` ${idle}: \`${pattern}\` would match here, but no pass looks for it.`,

  stopFusion: (target: string, origin: string) => `\`annotation.stop_fusion\` is between, and \`${target}\` has no rule for it. ${origin}`,
  stopPlaced: (pass: string, rule: string, by: string) =>
    `\`${pass}\` put the \`stop_fusion\` there, by its rule "${rule}", for \`${by}\`.`,
  stopQuantized: "Quantization put the `stop_fusion` there, before partitioning began; `AnnotateTarget` inserts none.",
  stopWritten: "The text has the `stop_fusion`: no pass of this run put it there, and `AnnotateTarget` inserts none.",

  ruleRefuses: (target: string, operator: string, why: string) => `The rule of \`${target}\` for \`${operator}\` refuses it: ${why}.`,
  ruleRefusesSilently: (target: string, operator: string) => `The rule of \`${target}\` for \`${operator}\` refuses it.`,
  ruleAccepts: (target: string, operator: string) =>
    `\`${target}\` has a rule for \`${operator}\` that accepts it, and nothing that the passes decided says why it is in none of its regions.`,
  checkRefuses: (pattern: string, operators: readonly string[], why: string) =>
    `\`${pattern}\` matches ${listed(operators, 8)}, but its check refuses it: ${why}.`,
  checkRefusesSilently: (pattern: string, operators: readonly string[]) =>
    `\`${pattern}\` matches ${listed(operators, 8)}, but its check refuses it.`,
  alsoBetween: (operators: readonly string[]) => `${some(operators)} ${new Set(operators).size > 1 ? "are" : "is"} between as well.`,
  unruledToo: (target: string, operators: readonly string[]) =>
    `${some(operators)} ${new Set(operators).size > 1 ? "are" : "is"} between as well: \`${target}\` has neither a rule nor a pattern for ${them(operators)}.`,
  unmatchedToo: (target: string, operators: readonly string[]) =>
    `${some(operators)} ${new Set(operators).size > 1 ? "are" : "is"} between as well: \`${target}\` has no rule for ${them(operators)}, and no pattern that names ${them(operators)} matches.`,
  setting: (settings: readonly { readonly name: string; readonly wanted: string }[]) =>
    `With the ${settings.length > 1 ? "settings" : "setting"} ${settings.map(({ name, wanted }) => `\`${name}=${wanted}\``).join(" and ")} it would be accepted.`,
  condition: (text: string, settings: readonly { readonly name: string; readonly value: string; readonly isAssumed: boolean }[]) => {
    const given = settings.map(
      ({ name, value, isAssumed }) => `\`${name}\` is \`${value}\`, ${isAssumed ? "its default" : "as it is set"}`,
    );
    return `The condition as the target writes it: ${text}.${given.length > 0 ? ` It refuses while ${given.join(" and ")}.` : ""}`;
  },
  outsideUser: (pattern: string, operators: readonly string[], users: string, isMany: boolean) =>
    `\`${pattern}\` matches ${listed(operators, 8)}, but ${users} ${isMany ? "use" : "uses"} a value from the middle of the match outside of it.`,
  shadowed: (pattern: string, taker: string, taken: readonly string[]) =>
    `\`${pattern}\` could match here, but ${taker === pattern ? "another match of it" : `\`${taker}\`, earlier in the table,`} took ${listed(taken)}, which it needed.`,
  patternWantsConstant: (pattern: string, found: string) => `\`${pattern}\` wants a constant and finds ${found}.`,
  bindParameter: (name: string) => `${name} is a parameter: binding parameters would make it a constant.`,
  bindComputed: (name: string) => `${name} is computed from parameters: binding them would make it a constant.`,
  noArguments: (operator: string) =>
    `\`${operator}\` takes no values, and \`AnnotateTarget\` marks a call by what goes into it: it stays with the host, whatever rules say.`,

  externalAlready: (name: string, compiler: string) =>
    `${name} is external already (\`Compiler=${JSON.stringify(compiler)}\`): the passes leave it and its calls alone.`,
  skipOptimization: (name: string, attribute: string, value: string) =>
    `\`@${name}\` has \`${attribute}=${value}\`: function passes leave it alone.`,
  passFailed: (pass: string, reason: string) => `\`${pass}\` stopped before targets were chosen: ${reason}`,
  flowFails: (pass: string, reason: string) => `\`${pass}\` fails, so that TVM makes no regions here: ${reason.replace(/\.$/, "")}.`,
  beforeFailure: (sentence: string) => `As far as the flow goes: ${sentence}`,
  noTargets: (idle: string) => `\`AnnotateTarget\` ${idle}: no node gets a target.`,
  farFrom: (target: string, operator: string, pattern: string, operators: readonly string[]) =>
    `\`${target}\` has no rule for \`${operator}\`, and no pattern that names it comes near: \`${pattern}\`, the nearest, needs ${listed(operators, 6)}, and none of them is near.`,
  absent: (pattern: string, operators: readonly string[]) =>
    `No one call is enough: \`${pattern}\` needs ${listed(operators, 6)}, and none of them is near.`,
  broken: (pass: string, clause: string, better: string, asItIs: string) =>
    `\`${pass}\` runs before partitioning and ${clause}; without it, ${better}. As it is: ${asItIs}`,
  writes: (was: string, name: string) => `writes \`${was}\` as other calls, \`${name}\` among them`,
  takesOut: (gone: string, name: string) => `takes out a \`${gone}\` next to \`${name}\``,
  putsBeside: (made: string, name: string) => `puts a \`${made}\` next to \`${name}\``,
  lineage: (pass: string, name: string, text: string) => `\`${pass}\` at \`${name}\`: ${text}.`,
  targetDefault:
    "The target is named `default`, which is TVM's name for the host: `RemoveDefaultAnnotations` strips its regions before `PartitionGraph`. Give the target another name.",
  pruned: (target: string, operators: readonly string[], pass: string, why: string) =>
    `\`${target}\` took ${some(operators)}, and \`${pass}\` gave ${new Set(operators).size > 1 ? "each of their regions" : "its region"} back to the host${why === "" ? "" : `: ${why}`}.`,
  compositeNoDot: (name: string) => `The composite's name \`${name}\` has no dot, so that it names no target.`,
  compositeUnlisted: (name: string, target: string) =>
    `The composite \`${name}\` is for \`${target}\`, the text before the first dot, which \`AnnotateTarget\` does not list.`,
  noReasonKnown: (name: string) => `Nothing that the passes decided says why \`${name}\` is in no region.`,
  noReasonKnownForTwo: (a: string, b: string) => `Nothing that the passes decided says why \`${a}\` and \`${b}\` are apart.`,
  annotatedFunction: (name: string, apart: string) =>
    `The input already has annotations in \`@${name}\`. \`AnnotateTarget\` keeps them and adds its own, and nothing that the passes decided says more of ${apart}.`,

  letsBetween: (names: readonly string[]) =>
    `${listed(names.map((name) => `%${name}`))} are bound by \`let\`: regions do not merge through a let's variable.`,
  twoFunctions: (a: string, inA: string, b: string, inB: string) =>
    `\`${a}\` is in \`@${inA}\`, \`${b}\` in \`@${inB}\`: no region goes across a call of a function.`,
  twoScopes: (a: string, b: string) => `\`${a}\` and \`${b}\` are in different functions: no region goes across the edge of a function.`,
  annotatedInput: (annotator: string, target: string, name: string) =>
    `${annotator} \`compiler_begin\` and \`compiler_end\` for \`${target}\` around \`${name}\`, and \`AnnotateTarget\` keeps them.`,
  constructor: (name: string) => `The constructor \`${name}\` is between: no target takes it.`,
  recursion: (name: string) => `\`${name}\` calls itself between the two: calls of functions stay with the host.`,
  otherTarget: (taker: string, means: string, them: string, before: string, wanting: string) =>
    `${taker} has ${means} and takes ${them}${before}; \`${wanting}\` would have taken ${them} too.`,
  cycle: (way: string, strangers: string) =>
    `One region of both would form a cycle: the path ${way} leaves it through ${strangers} and comes back.`,
  noMerge: (idle: string, target: string) =>
    `\`MergeCompilerRegions\` ${idle}: each call that \`${target}\` takes stays a region of its own.`,
  siblings: (a: string, b: string, target: string) =>
    `Nothing flows from \`${a}\` to \`${b}\`: two regions merge only where one feeds the other, or where a third of \`${target}\` takes from both.`,

  leftToHost: (operators: readonly string[], target: string) => {
    const [they, need] = operators.length > 1 ? ["are between and stay on the host", "them"] : ["stays on the host", "it"];
    return `${some(operators)} ${they}: \`${target}\` needs a rule for ${need}, or a pattern that holds ${need}.`;
  },
  stopInPartitioned: (target: string, origin: string) =>
    `\`annotation.stop_fusion\` is between and stays on the host: \`${target}\` needs a rule for it, or it has to go before partitioning. ${origin}`,
  unmergedInText: (target: string) =>
    `Nothing is between: both are \`${target}\`'s, and the one feeds the other. \`MergeCompilerRegions\` did not run before \`PartitionGraph\`, or could not merge them.`,
  twoTargetsInText: (a: string, b: string) =>
    `They go to two targets, \`${a}\` and \`${b}\`: a region has one target, so no region holds both.`,
  takenBy: (taker: string, operators: readonly string[]) => `\`${taker}\` takes ${some(operators)}.`,
  otherTargetInText: (name: string, other: string) => `\`${name}\` is between, in a region of \`${other}\`.`,
  rescale: (operators: readonly string[], divisor: number) =>
    `${listed(operators)} divide by ${divisor} and round: this is how quantization (\`QuantizeRealize\`) changes a scale.`,
  notInText: "The module is partitioned already: what chose its targets is not in the text.",
  takenHere: (target: string, operators: readonly string[]) => `\`${target}\` as it is defined here has a rule for ${some(operators)}.`,
  notTakenHere: (target: string, operators: readonly string[]) => `\`${target}\` as it is defined here has no rule for ${some(operators)}.`,
  more: (count: number) => `${counted(count, "more call")} between the two stay on the host.`,
} as const;
