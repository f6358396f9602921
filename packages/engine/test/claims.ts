/** What sentences claim of a run: names, numbers, values of attributes and a cause, each held to the run. */
import { targets as builtIn, fileOf } from "@relayscope/backends";
import type { CauseCode } from "@relayscope/explain";
import { attrOf, type Call, type Expr, elementOf, moduleOrder } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { builtInTable, type Run } from "@relayscope/run";
import { catalog } from "@relayscope/run/catalog";
import { printModule } from "@relayscope/text";
import { regionList } from "../src/questions/regionList.ts";
import { whyAnswer } from "../src/questions/why.ts";

const vocabularies = new WeakMap<Run, string>();

/** What names in sentences may be of: the texts of all stages, the tables and rules of the targets, the passes. */
function vocabularyOf(run: Run): string {
  const vocabulary = vocabularies.get(run) ?? vocabularyMade(run);
  vocabularies.set(run, vocabulary);
  return vocabulary;
}

function vocabularyMade(run: Run): string {
  const { pipeline } = run.request;
  const names = pipeline.flatMap((_, at) => run.stepOf(at + 1)?.tables.patterns.map(({ name }) => name) ?? []);
  const tables = catalog().targets.flatMap(({ name }) => builtInTable(name) ?? []);
  const entries = tables.flatMap(({ patterns, operators: own }) => [...patterns.map(({ pattern }) => pattern), ...own]);
  const passes = catalog().passes.map(({ name }) => name);
  const custom = run.request.customTargets.flatMap(({ patterns, files = [] }) => [
    ...patterns.map(({ pattern }) => pattern),
    ...files.flatMap(({ name, text }) => [name, text]),
  ]);
  const steps = pipeline.map(({ options }) => JSON.stringify(options));
  const settings = catalog().targets.flatMap(({ settingOptions }) => settingOptions.map(({ name }) => name));
  const options = catalog().passes.flatMap((pass) => pass.options.map(({ name }) => name));
  const parts = [...operators.names()].flatMap((name) => {
    const { args = [], attrs } = operators.get(name) ?? {};
    return [...args, ...(attrs?.fields ?? []).map((field) => field.name)];
  });
  const targets = [run.request.target, ...run.request.customTargets.map(({ name }) => name)];
  const files = builtIn.flatMap((target) => (targets.includes(target.name) ? [fileOf(target).name, target.source] : []));
  return [
    ...run.stages.map(({ module }) => printModule(module)),
    ...names,
    ...entries,
    ...passes,
    ...custom,
    ...steps,
    ...settings,
    ...options,
    ...parts,
    ...targets,
    ...files,
  ].join("\n");
}

/** The words that conditions and settings of targets are written in, and TVM's own names. */
const ownWords =
  /^(target\.|[\w.]*(args|attrs|shape|dtype|values|checked_type)\b|compiler_(begin|end)|default|RemoveDefaultAnnotations|tuple|let|if|None|True|False|use_\w+|tensorrt_version|mod_name|composite)|[\s[\](){}=<>→⇢"]|^-?[\d./e-]+$/;

/** Names in backquotes that are not of the run. */
export function strangersIn(run: Run, sentences: readonly string[]): readonly string[] {
  const vocabulary = vocabularyOf(run);
  const names = new Set(
    sentences.flatMap((sentence) =>
      [...sentence.matchAll(/`([^`]+)`/g)].flatMap(([, name = ""]) => name.replace(/ \(\w+\)$/, "").replace(/ × \d+$/, "")),
    ),
  );
  return [...names].filter((name) => !ownWords.test(name) && !vocabulary.includes(name.replace(/^%/, "")));
}

/** Numbers as they are written, each by itself. */
const numbers = /(?<![\w.%@])-?\d+(?:\.\d+)?(?:e-?\d+)?(?![\w.]*\w)/g;

/** Numbers that are neither in a text of the run, nor asked for by a table, nor a value of a setting, nor a difference or a count of such. */
export function strayNumbers(run: Run, sentences: readonly string[]): readonly string[] {
  const settings = catalog().targets.flatMap(({ settingOptions }) => settingOptions.map((option) => JSON.stringify(option.default)));
  const checks = builtIn.map(({ source }) => source);
  const known = new Set([vocabularyOf(run), ...settings, ...checks].join("\n").match(/\d+(?:\.\d+)?/g));
  // The sentence gives the number that a shift divides by, not its bits.
  const isKnown = (number: string) =>
    known.has(number.replace(/^-/, "")) || known.has(String(Math.log2(Number(number)))) || Number(number) <= run.stages.length;
  return sentences.flatMap((sentence) => {
    const stray = (sentence.replaceAll(/ is `[^`]*`| at line \d+ of/g, "").match(numbers) ?? []).filter((number) => !isKnown(number));
    return stray.map((number) => `${number} in: ${sentence}`);
  });
}

/** Claims of an attribute or a shape that no node of the run bears out. */
export function falseClaims(run: Run, sentences: readonly string[]): readonly string[] {
  const nodes = new Map<string, Expr[]>();
  for (const { module } of run.stages) {
    for (const node of moduleOrder(module)) {
      const name = nameOf(node);
      if (name !== undefined) nodes.set(name, [...(nodes.get(name) ?? []), node]);
    }
  }
  return sentences.flatMap((sentence) =>
    claimsIn(sentence)
      .filter(({ name, holds }) => !(nodes.get(name) ?? []).some(holds))
      .map(({ claim }) => `${claim} in: ${sentence}`),
  );
}

interface Claim {
  readonly claim: string;
  readonly name: string;
  holds(node: Expr): boolean;
}

function claimsIn(sentence: string): readonly Claim[] {
  const ofValues = [...sentence.matchAll(/`(\w+)(?:\[(\d+)\])?` of (?:`(\w+)` of )?`([\w.%@]+)` (is|holds) `([^`]+)`/g)].map(
    ([claim, attribute = "", index, argument, name = "", verb, value = ""]): Claim => {
      const has = (node: Expr) => valuesOf(node, attribute, index, verb === "holds").includes(value);
      return { claim, name, holds: argument === undefined ? has : ofArgument(has) };
    },
  );
  const ofAxes = [...sentence.matchAll(/(?:`(\w+)` of )?`([\w.%@]+)` has `(\d+)` ax[ie]s/g)].map(
    ([claim, argument, name = "", count]): Claim => {
      const has = (node: Expr) => String(sizesOf(node)?.length) === count;
      return { claim, name, holds: argument === undefined ? has : ofArgument(has) };
    },
  );
  return [...ofValues, ...ofAxes];
}

/** Whether something holds of an argument of a call. */
function ofArgument(holds: Claim["holds"]): Claim["holds"] {
  return (node) => node.kind === "Call" && node.args.some(holds);
}

/** An attribute of a call, or an element of it, or of its shape; a variable's dtype; what an argument is. */
function valuesOf(node: Expr, attribute: string, index: string | undefined, isItem = false): readonly string[] {
  const sizes = sizesOf(node);
  if (attribute === "shape" && isItem) return (sizes ?? []).map(String);
  if (attribute === "shape") return index === undefined ? [`[${sizes?.join(", ")}]`] : [String(sizes?.[Number(index)])];
  if (attribute === "args" && node.kind === "Call") return [`[${node.args.map((arg) => nameOf(arg) ?? "").join(", ")}]`];
  if (attribute === "dtype" && node.checkedType?.kind === "TensorType") return [JSON.stringify(node.checkedType.dtype)];
  if (node.kind === "Call" && attrOf(node.attrs, attribute) === undefined) return [...constantsOf(node), ...namesOf(node)];
  const value = node.kind === "Call" ? attrOf(node.attrs, attribute) : undefined;
  const one = index === undefined ? value : Array.isArray(value) ? value[Number(index)] : undefined;
  if (one === undefined || one === null) return ["None"];
  if (isItem && Array.isArray(one)) return one.map(String);
  if (typeof one === "boolean") return [one ? "True" : "False"];
  if (typeof one === "object" && !Array.isArray(one) && "value" in one) return [String(one.value)];
  return [String(one), JSON.stringify(one), Array.isArray(one) ? `[${one.join(", ")}]` : ""];
}

/** The names of a call's arguments: of an argument by its name, which is among these. */
function namesOf({ args }: Call): readonly string[] {
  return args.flatMap((arg) => nameOf(arg) ?? []);
}

/** The numbers that a call has for arguments, as they are written: of an argument by its name, which is among these. */
function constantsOf({ args }: Call): readonly string[] {
  return args.flatMap((arg) => {
    if (arg.kind !== "Constant" || !arg.data || arg.data.shape.length > 0) return [];
    const value = Number(elementOf(arg.data, 0));
    return [String(value), ...[1, 2, 3, 4, 5, 6, 7].map((digits) => String(Number(value.toPrecision(digits)))), `1/${1 / value}`, "None"];
  });
}

function sizesOf({ checkedType }: Expr): readonly unknown[] | undefined {
  return checkedType?.kind === "TensorType" ? checkedType.shape.map((dim) => (typeof dim === "number" ? dim : "?")) : undefined;
}

function nameOf(node: Expr): string | undefined {
  if (node.kind === "Var") return `%${node.name}`;
  return node.kind === "Call" && node.op.kind === "Op" ? node.op.name : undefined;
}

/** What a sentence begins with, and the code that such a beginning has. */
const beginnings: readonly (readonly [RegExp, CauseCode])[] = [
  [/^`annotation\.stop_fusion` is in between/, "stop-fusion"],
  [/^[^.]*`[^`]*` (stays|are in between and stay) on the host: `[^`]+` needs a rule/, "left-to-host"],
  [/^`[^`]+` has neither a rule nor a pattern for /, "no-rule"],
  [/^`[^`]+` has no rule for [^.]* and no pattern that names (it|them) (matches|comes)/, "pattern-missed"],
  [/^`[^`]+` has no rule for [^.]*, and `[^`]+`, the nearest pattern/, "pattern-missed"],
  [/^[^.]* are in between and stay on the host\. `[^`]+` has neither a rule/, "no-rule"],
  [/^[^.]* are in between and stay on the host\. `[^`]+` has no rule/, "pattern-missed"],
  [/^`[^`]+` matches .*, but its check refuses the match/, "check-refused"],
  [/^The rule of `[^`]+` for `[^`]+` refuses the call/, "rule-refused"],
  [/^`[^`]+` took [^.]*, and `[^`]+` returned its region to the host/, "pruned"],
  [/^One region of both would form a cycle/, "cycle"],
];
/** Codes that a sentence may have although its beginning says another thing: a fact about the call decides. */
const narrower: readonly CauseCode[] = ["parameter-not-constant", "type-unknown", "no-arguments"];

/**
 * Boundaries whose code, from which they have category, color and line of the list, is not that of their sentence; a
 * sentence each.
 */
export function miscategorized(run: Run): readonly string[] {
  const stage = run.stages.length - 1;
  const { boundaries, lines } = whyAnswer(run, stage);
  const byRegion = new Map(regionList(run, stage).map(({ region, causes }) => [region, causes]));
  return boundaries.flatMap(({ cause: { code, sentence }, fromRegion, toRegion }, at) => {
    const wrong: string[] = [];
    const [, meant = code] = beginnings.find(([beginning]) => beginning.test(sentence)) ?? [];
    if (meant !== code && !narrower.includes(code)) wrong.push(`${code}, not ${meant}: ${sentence}`);
    if (/stop_fusion`[^.]*, and no pattern that names/.test(sentence)) wrong.push(`no pattern names stop_fusion: ${sentence}`);
    const line = lines.find((own) => own.boundaries.includes(at));
    const listed = line?.parts.find((part) => part.boundaries.includes(at)) ?? line;
    if (listed?.code !== code) wrong.push(`${listed?.code} in the list: ${sentence}`);
    for (const place of [fromRegion?.place, toRegion?.place]) {
      if (place !== undefined && !byRegion.get(place)?.includes(code)) wrong.push(`not of region ${place}: ${code}: ${sentence}`);
    }
    return wrong;
  });
}
