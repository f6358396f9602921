/**
 * What can be written at a caret: operators, attributes and their values, names in scope, types, words of the language.
 */
import { type AttrField, dtypeNames, isAttrList, type OperatorSignature, typeText } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import type { Mention } from "@relayscope/text";
import type { Analysis } from "./analysis.ts";
import type { Completion, Range } from "./answers.ts";
import { completionContext } from "./completionContext.ts";
import { fieldText, operatorCard, signatureText, valueText } from "./markdown.ts";

type Draft = Omit<Completion, "range">;

/** What fits at the offset; what has begun is narrowed down by the editor. */
export function completions(analysis: Analysis, offset: number): readonly Completion[] {
  const { place, range } = completionContext(analysis.tokens, offset);
  return draftsFor(analysis, place, offset).map((draft) => withRange(draft, range));
}

function withRange(draft: Draft, range: Range): Completion {
  return { ...draft, range };
}

function draftsFor(analysis: Analysis, place: ReturnType<typeof completionContext>["place"], offset: number): readonly Draft[] {
  switch (place.kind) {
    case "nothing":
      return [];
    case "local":
      return localsInScope(analysis, offset);
    case "global":
      return globals(analysis, offset);
    case "type":
      return [...typeDrafts, ...dataTypes(analysis)];
    case "definition":
      return definitionDrafts;
    case "value":
      return [...operatorDrafts(), ...valueWords, ...constructors(analysis)];
    case "argument": {
      const fields = operators.get(place.operator)?.attrs?.fields ?? [];
      const attributes = fields.filter((f) => !place.written.has(f.name)).map(attributeDraft);
      return [...attributes, ...localsInScope(analysis, offset), ...operatorDrafts(), ...constructors(analysis)];
    }
    case "attributeValue": {
      const field = operators.get(place.operator)?.attrs?.fields.find((f) => f.name === place.attribute);
      return field ? valueDrafts(field, place.isInString) : [];
    }
  }
}

function draft(kind: Completion["kind"], label: string, detail = "", documentation = "", insert = label): Draft {
  return { kind, label, insert, detail, documentation };
}

function operatorDrafts(): readonly Draft[] {
  const drafts: Draft[] = [];
  for (const name of operators.names()) {
    const operator = operators.get(name);
    if (operator) drafts.push(operatorDraft(operator));
  }
  return drafts;
}

function operatorDraft(operator: OperatorSignature): Draft {
  const args = signatureText(operator).slice(operator.name.length);
  return draft("operator", operator.name, args, operatorCard(operator, undefined, undefined));
}

function attributeDraft(field: AttrField): Draft {
  return draft("attribute", field.name, fieldText(field), field.doc ?? "", `${field.name}=`);
}

const layouts = ["NCHW", "NHWC", "NCW", "NWC", "NCDHW", "NDHWC", "OIHW", "HWIO", "OHWI", "HWOI", "OIW", "WIO", "OIDHW", "DHWIO"];

/** Values that a field is likely to have: its default, those of its type, known layouts. */
function valueDrafts(field: AttrField, isInString: boolean): readonly Draft[] {
  const texts = new Set<string>();
  const add = (text: string) => texts.add(text);
  const fallback = field.default;
  if (typeof fallback === "string" && fallback !== "") add(fallback);
  if (field.type === "dtype" || field.name.endsWith("dtype")) for (const dtype of dtypeNames) add(dtype);
  if (field.name.includes("layout")) for (const layout of layouts) add(layout);
  const strings = [...texts].map((t) => draft("value", t, t === fallback ? "default" : "", "", isInString ? t : JSON.stringify(t)));
  if (isInString) return strings;
  if (field.type === "bool") return ["True", "False"].map((t) => draft("value", t, (t === "True") === fallback ? "default" : ""));
  const isPlain = fallback !== undefined && fallback !== null && typeof fallback !== "string";
  const own = isPlain && (!isAttrList(fallback) || fallback.length > 0) ? [draft("value", valueText(fallback), "default")] : [];
  return [...own, ...strings];
}

/** Names that a value at the offset may use: of one name the one bound last. */
function localsInScope(analysis: Analysis, offset: number): readonly Draft[] {
  const inScope = new Map<string, Mention>();
  let start = 0;
  for (const mention of analysis.mentions) {
    if (mention.span.start >= offset) break;
    if (mention.kind === "global" && mention.isBinding) start = mention.span.start;
    if (mention.kind === "local" && analysis.read.freeVars.includes(mention.target)) continue;
    if ((mention.kind !== "local" && mention.kind !== "temporary") || !mention.isBinding || mention.span.end >= offset) continue;
    const end = mention.kind === "local" ? analysis.scopeEnds.get(mention.target) : undefined;
    const name = analysis.text.slice(mention.span.start, mention.span.end);
    inScope.delete(name);
    if (end === undefined || end >= offset) inScope.set(name, mention);
  }
  const drafts: Draft[] = [];
  for (const [name, mention] of inScope) {
    if (mention.span.start < start || (mention.kind !== "local" && mention.kind !== "temporary")) continue;
    const expr = mention.kind === "local" ? mention.target : mention.target.value;
    const type = analysis.typeOf(expr);
    drafts.push(draft("variable", name, type ? typeText(type) : ""));
  }
  const written = namedElsewhere(analysis, offset);
  for (const variable of analysis.read.freeVars) if (written.has(variable)) drafts.push(draft("variable", `%${variable.name}`, "free"));
  // What was bound last is what is most likely used next.
  return drafts.reverse();
}

/** Everything that is named outside of the caret, where a name is still incomplete. */
function namedElsewhere(analysis: Analysis, offset: number): ReadonlySet<object> {
  return new Set(analysis.mentions.filter((m) => offset < m.span.start || m.span.end < offset).map((m) => m.target));
}

function globals(analysis: Analysis, offset: number): readonly Draft[] {
  const elsewhere = namedElsewhere(analysis, offset);
  const names = new Set<string>();
  for (const { kind, target } of analysis.mentions) if (kind === "global" && elsewhere.has(target)) names.add(target.name);
  return [...names].map((name) => {
    const found = analysis.module.functions.get(name);
    const type = found && analysis.typeOf(found);
    return draft("function", `@${name}`, type ? typeText(type) : "");
  });
}

function constructors(analysis: Analysis): readonly Draft[] {
  return [...analysis.module.types.values()].flatMap((data) =>
    data.constructors.map((c) => draft("constructor", c.name, `of ${data.header.name}`)),
  );
}

function dataTypes(analysis: Analysis): readonly Draft[] {
  return [...analysis.module.types.keys()].map((name) => draft("type", name, "data type"));
}

const typeDrafts: readonly Draft[] = [
  draft("type", "Tensor", "Tensor[(1, 3), float32]", "", "Tensor[("),
  ...dtypeNames.map((dtype) => draft("type", dtype, "scalar")),
  draft("type", "fn", "function type"),
  draft("type", "ref", "reference cell"),
];

const definitionDrafts: readonly Draft[] = [
  draft("keyword", "def", "a function of the module", "", "def @"),
  draft("keyword", "fn", "a function by itself", "", "fn ("),
  draft("keyword", "type", "a data type"),
  draft("keyword", "extern", "a data type known by its name", "", "extern type "),
  draft("keyword", "free_var", "a variable that nothing binds", "", "free_var %"),
];

const valueWords: readonly Draft[] = [
  draft("keyword", "let", "names a value", "", "let %"),
  draft("keyword", "fn", "a function", "", "fn ("),
  draft("keyword", "if", "a branch", "", "if ("),
  draft("keyword", "match", "a match on a data type", "", "match ("),
  draft("keyword", "ref", "makes a reference cell", "", "ref("),
  draft("keyword", "ref_read", "reads a reference cell", "", "ref_read("),
  draft("keyword", "ref_write", "writes a reference cell", "", "ref_write("),
  draft("keyword", "True"),
  draft("keyword", "False"),
];
