/** The expressions inside an expression. */
import type { Expression, Formatted, Joined } from "../syntax/ast.ts";

/** The expressions right inside one that has no scope of its own. */
export function partsOf(e: Expression): readonly Expression[] {
  switch (e.kind) {
    case "Attribute":
    case "Starred":
    case "YieldFrom":
      return [e.value];
    case "Subscript":
      return [e.value, e.index];
    case "Call":
      return [e.callee, ...e.args, ...e.keywords.map((k) => k.value)];
    case "Binary":
      return [e.left, e.right];
    case "Unary":
      return [e.operand];
    case "Bool":
      return e.values;
    case "Compare":
      return [e.left, ...e.others];
    case "If":
      return [e.test, e.body, e.otherwise];
    case "List":
    case "Tuple":
    case "Set":
      return e.items;
    case "Dict":
      return e.items.flatMap(({ key, value }) => (key ? [key, value] : [value]));
    case "Slice":
      return [e.lower, e.upper, e.step].filter((part) => part !== undefined);
    case "Joined":
      return e.parts.flatMap((part) => (typeof part === "string" ? [] : [part.value, ...(part.format ? [part.format] : [])]));
    case "Walrus":
      return [e.value];
    case "Yield":
      return e.value ? [e.value] : [];
    default:
      return [];
  }
}

/** The same expression with other ones right inside it. */
export function mapParts(e: Expression, map: (part: Expression) => Expression): Expression {
  switch (e.kind) {
    case "Attribute":
    case "Starred":
    case "YieldFrom":
    case "Walrus":
      return { ...e, value: map(e.value) };
    case "Subscript":
      return { ...e, value: map(e.value), index: map(e.index) };
    case "Call":
      return { ...e, callee: map(e.callee), args: e.args.map(map), keywords: e.keywords.map((k) => ({ ...k, value: map(k.value) })) };
    case "Binary":
      return { ...e, left: map(e.left), right: map(e.right) };
    case "Unary":
      return { ...e, operand: map(e.operand) };
    case "Compare":
      return { ...e, left: map(e.left), others: e.others.map(map) };
    case "List":
    case "Tuple":
    case "Set":
      return { ...e, items: e.items.map(map) };
    case "Dict":
      return { ...e, items: e.items.map(({ key, value }) => ({ key: key && map(key), value: map(value) })) };
    case "Slice":
      return { ...e, lower: e.lower && map(e.lower), upper: e.upper && map(e.upper), step: e.step && map(e.step) };
    case "Joined":
      return mapJoined(e, map);
    default:
      return e;
  }
}

function mapJoined(e: Joined, map: (part: Expression) => Expression): Joined {
  const field = (part: Formatted): Formatted => ({ ...part, value: map(part.value), format: part.format && mapJoined(part.format, map) });
  return { ...e, parts: e.parts.map((part) => (typeof part === "string" ? part : field(part))) };
}

/** Whether an expression waits at a `yield`; what has a scope of its own does not count. */
export function hasYield(e: Expression): boolean {
  return e.kind === "Yield" || e.kind === "YieldFrom" || partsOf(e).some(hasYield);
}
