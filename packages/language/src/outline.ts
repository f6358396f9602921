/** The text as a tree: data types with their constructors, functions with what they bind. */
import { nameOf, typeText } from "@relayscope/ir";
import type { Mention } from "@relayscope/text";
import type { Analysis } from "./analysis.ts";
import type { OutlineItem } from "./answers.ts";

/** Definitions in the order of the text; a fragment's bindings are at the top. */
export function outline(analysis: Analysis): readonly OutlineItem[] {
  const items: OutlineItem[] = [];
  let children: OutlineItem[] = items;
  let end = -1;
  for (const mention of analysis.mentions) {
    if (!mention.isBinding) continue;
    if (mention.span.start >= end) children = items;
    const item = itemOf(analysis, mention);
    if (!item) continue;
    if (item.kind === "function" || item.kind === "type") {
      children = [];
      end = item.range.end;
      items.push({ ...item, children });
    } else {
      children.push(item);
    }
  }
  return items;
}

function itemOf(analysis: Analysis, mention: Mention): OutlineItem | undefined {
  const { span } = mention;
  const base = { name: analysis.text.slice(span.start, span.end), selection: span, children: [] };
  switch (mention.kind) {
    case "global": {
      const f = analysis.module.functions.get(mention.target.name);
      const compiler = f?.attrs.get("Compiler");
      const detail = typeof compiler === "string" ? compiler : f?.returnType ? typeText(f.returnType) : "";
      return { ...base, kind: "function", detail, range: { start: f?.span?.start ?? span.start, end: f?.span?.end ?? span.end } };
    }
    case "type": {
      if (mention.target.kind === "TypeVar") return undefined;
      const last = analysis.module.types.get(mention.target.name)?.constructors.at(-1)?.span;
      return { ...base, kind: "type", detail: "", range: { start: span.start, end: Math.max(span.end, last?.end ?? 0) } };
    }
    case "constructor":
      return { ...base, kind: "constructor", detail: mention.target.inputs.map((t) => typeText(t)).join(", "), range: span };
    case "temporary": {
      const { value } = mention.target;
      return { ...base, kind: "variable", detail: nameOf(value), range: { start: span.start, end: endOf(value.span, span.end) } };
    }
    case "local": {
      const binding = analysis.nodes.lets.get(mention.target);
      if (!binding) return undefined;
      const range = { start: span.start, end: endOf(binding.value.span, span.end) };
      return { ...base, kind: "variable", detail: nameOf(binding.value), range };
    }
    default:
      return undefined;
  }
}

/** A value may be defined elsewhere (`%1 = %0`): then only its name is listed here. */
function endOf(value: { readonly start: number; readonly end: number } | undefined, end: number): number {
  return value && value.start >= end ? value.end : end;
}
