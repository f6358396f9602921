/** What a name, a constant or a number in the text is. */
import { at, attrText, type Expr, type Func, nameOf, type Type, typeText, type Var } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { type Mention, tokenKind } from "@relayscope/text";
import type { Analysis } from "./analysis.ts";
import type { Range } from "./answers.ts";
import { code, fieldText, operatorCard, relayBlock } from "./markdown.ts";
import { tokenAt } from "./tokenPlaces.ts";

export interface Hover {
  readonly range: Range;
  readonly markdown: string;
}

/** The card for an offset; undefined where nothing is to be said. */
export function hover(analysis: Analysis, offset: number): Hover | undefined {
  const mention = analysis.mentionAt(offset);
  if (mention) {
    const markdown = mentionCard(analysis, mention);
    return markdown === undefined ? undefined : { range: mention.span, markdown };
  }
  return constantHover(analysis, offset);
}

function mentionCard(analysis: Analysis, mention: Mention): string | undefined {
  const name = analysis.text.slice(mention.span.start, mention.span.end);
  switch (mention.kind) {
    case "operator": {
      const operator = operators.get(mention.target.name);
      if (!operator) return `${code(name)} is not an operator.`;
      const call = analysis.nodes.calls.get(mention.span.start);
      return operatorCard(operator, call?.attrs, call && analysis.typeOf(call));
    }
    case "attribute": {
      const field = mention.target;
      return [relayBlock(`${field.name}: ${fieldText(field)}`), field.doc ?? "", `Attribute of ${code(mention.operator)}.`]
        .filter((p) => p !== "")
        .join("\n\n");
    }
    case "local":
      return [relayBlock(typed(name, analysis.typeOf(mention.target))), originOf(analysis, mention.target)].join("\n\n");
    case "temporary": {
      const { value } = mention.target;
      return [relayBlock(typed(name, analysis.typeOf(value))), valueLine(value)].join("\n\n");
    }
    case "global": {
      const found = analysis.module.functions.get(mention.target.name);
      return found ? functionCard(analysis, name, found) : `${code(name)} is not defined in this text.`;
    }
    case "constructor": {
      const { inputs, belongTo } = mention.target;
      const args = inputs.length > 0 ? `(${inputs.map((t) => typeText(t)).join(", ")})` : "";
      return [relayBlock(`${name}${args}`), `Constructor of ${code(belongTo.name)}.`].join("\n\n");
    }
    case "type": {
      if (mention.target.kind === "TypeVar") return `${code(name)} is a type parameter.`;
      const data = analysis.module.types.get(name);
      if (!data) return `The data type ${code(name)} is not defined in this text.`;
      const params = data.typeParams.length > 0 ? `[${data.typeParams.map((p) => p.name).join(", ")}]` : "";
      return relayBlock(`type ${name}${params} { ${data.constructors.map((c) => c.name).join(", ")} }`);
    }
  }
}

function typed(name: string, type: Type | undefined): string {
  return type ? `${name}: ${typeText(type)}` : name;
}

function originOf(analysis: Analysis, variable: Var): string {
  if (analysis.read.freeVars.includes(variable)) return "Free: nothing in this text binds it.";
  const owner = analysis.nodes.owners.get(variable);
  if (owner) {
    const defined = [...analysis.module.functions].find(([, f]) => f === owner);
    return defined && analysis.mentions.some((m) => m.kind === "global" && m.isBinding && m.target.name === defined[0])
      ? `Parameter of ${code(`@${defined[0]}`)}.`
      : "Parameter.";
  }
  const binding = analysis.nodes.lets.get(variable);
  if (binding) return `Bound by \`let\`. ${valueLine(binding.value)}`;
  return "Bound by a pattern.";
}

function valueLine(value: Expr): string {
  const operator = value.kind === "Call" && value.op.kind === "Op" ? operators.get(value.op.name) : undefined;
  return operator ? `${code(operator.name)}: ${operator.description}` : `${code(nameOf(value))}`;
}

const longestHeader = 12;

function functionCard(analysis: Analysis, name: string, f: Func): string {
  const params = f.params.slice(0, longestHeader).map((p) => `  ${typed(`%${p.name}`, analysis.typeOf(p) ?? p.annotation)}`);
  if (f.params.length > longestHeader) params.push(`  … ${f.params.length - longestHeader} more`);
  const type = analysis.typeOf(f);
  const result = f.returnType ?? (type?.kind === "FuncType" ? type.result : undefined);
  const inside = params.length > 0 ? `(\n${params.join(",\n")}\n)` : "()";
  const header = relayBlock(`def ${name}${inside}${result ? ` -> ${typeText(result)}` : ""}`);
  const attrs = [...f.attrs].map(([label, value]) => `- ${code(label)}: ${code(attrText(value))}`);
  return [header, attrs.join("\n")].filter((p) => p !== "").join("\n\n");
}

/** Numbers and `meta[...]` constants: their type, and how much data there is. */
function constantHover(analysis: Analysis, offset: number): Hover | undefined {
  const { tokens } = analysis;
  const token = tokenAt(tokens, offset);
  if (token === undefined) return undefined;
  const kind = tokens.kinds[token];
  if (kind !== tokenKind.meta && kind !== tokenKind.integer && kind !== tokenKind.float) return undefined;
  const range = { start: at(tokens.starts, token), end: at(tokens.ends, token) };
  const name = analysis.text.slice(range.start, range.end);
  const isMeta = kind === tokenKind.meta;
  // A `meta` constant is one node, wherever it is mentioned.
  const found = analysis.nodes.order.find(
    (e) =>
      e.kind === "Constant" &&
      e.span !== undefined &&
      (e.span.start === range.start || (isMeta && analysis.text.slice(e.span.start, e.span.end) === name)),
  );
  if (found?.kind !== "Constant") return undefined;
  const type = analysis.typeOf(found) ?? found.tensorType;
  const data = found.data
    ? `${found.data.values.length} ${found.data.values.length === 1 ? "value" : "values"}.`
    : "Its data is not in the text.";
  return { range, markdown: [relayBlock(typed(name, type)), isMeta ? `A constant. ${data}` : "A constant."].join("\n\n") };
}
