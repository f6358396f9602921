/** One call of one operator: argument types and attributes, as text and as data. */
import {
  type AttrValue,
  attrValuesEqual,
  dimValue,
  isAttrList,
  makeAttrs,
  type TensorType,
  type Type,
  tensorType,
  tupleType,
  typeText,
} from "@relayscope/ir";
import type { OperatorDefinition } from "../src/index.ts";
import type { Random } from "./random.ts";

export interface OperatorCase {
  readonly args: readonly Type[];
  readonly attrs: Readonly<Record<string, AttrValue>>;
}

/** Makes arguments and attributes that an operator mostly accepts. */
export type CaseGenerator = (random: Random) => OperatorCase;

/** The case as a module's text. */
export function caseText(operator: string, { args, attrs }: OperatorCase): string {
  const params = args.map((type, i) => `%x${i}: ${typeText(type)}`).join(", ");
  const written = Object.entries(attrs).map(([name, value]) => `${name}=${valueText(value)}`);
  return `def @main(${params}) { ${operator}(${[...args.map((_, i) => `%x${i}`), ...written].join(", ")}) }`;
}

function valueText(value: AttrValue): string {
  if (value === null) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object") return String(value);
  if (isAttrList(value)) return `[${value.map(valueText).join(", ")}]`;
  if (value.kind === "Float") return `${value.value}f`;
  if (value.kind === "Int") return `${value.value}i64`;
  return "None";
}

/** The result's type as text, or why there is none. */
export function ownAnswer(definition: OperatorDefinition, { args, attrs }: OperatorCase): { type: string } | { error: string } {
  let error: string | undefined;
  const missing = definition.attrs?.fields.find((field) => !("default" in field) && !(field.name in attrs));
  if (missing) return { error: `${missing.name} is missing` };
  const fail = (message: string) => {
    error ??= message;
    return undefined;
  };
  const filled = definition.attrs && makeAttrs(definition.attrs, attrs);
  const type = definition.relation?.(args, filled, {
    assign: (index, expected) => {
      if (!mayAgree(args[index] as Type, expected)) fail(`argument ${index} is not ${typeText(expected)}`);
    },
    fail,
    canEqual: (a, b) => {
      const [x, y] = [dimValue(a), dimValue(b)];
      return x === undefined || y === undefined || x === y;
    },
  });
  if (error !== undefined) return { error };
  return type ? { type: typeText(type) } : { error: "unknown" };
}

function mayAgree(a: Type, b: Type): boolean {
  if (a.kind === "TensorType" && b.kind === "TensorType") {
    return (
      a.dtype === b.dtype &&
      a.shape.length === b.shape.length &&
      a.shape.every((dim, i) => {
        const [x, y] = [dimValue(dim), dimValue(b.shape[i] ?? "?")];
        return x === undefined || y === undefined || x === y;
      })
    );
  }
  if (a.kind === "TupleType" && b.kind === "TupleType") {
    return a.fields.length === b.fields.length && a.fields.every((field, i) => mayAgree(field, b.fields[i] as Type));
  }
  return typeText(a) === typeText(b);
}

/** The case with one thing about it changed, so that it may be refused. */
export function mutated(random: Random, original: OperatorCase): OperatorCase {
  const names = Object.keys(original.attrs);
  if (names.length > 0 && random.chance(0.5)) {
    const name = random.pick(names);
    const value = mutatedValue(random, original.attrs[name] as AttrValue);
    return { ...original, attrs: { ...original.attrs, [name]: value } };
  }
  if (original.args.length === 0) return original;
  const at = random.int(0, original.args.length - 1);
  return { ...original, args: original.args.map((type, i) => (i === at ? mutatedType(random, type) : type)) };
}

function mutatedValue(random: Random, value: AttrValue): AttrValue {
  if (typeof value === "number") return value + random.pick([-3, -2, -1, 1, 2, 3]);
  if (typeof value === "boolean") return !value;
  if (value === null || typeof value !== "object" || !isAttrList(value)) return value;
  const at = random.int(0, Math.max(0, value.length - 1));
  switch (random.int(0, 2)) {
    case 0:
      return value.filter((_, i) => i !== at);
    case 1:
      return [...value, value[at] ?? 1];
    default:
      return value.map((item, i) => (i === at ? mutatedValue(random, item) : item));
  }
}

function mutatedType(random: Random, type: Type): Type {
  if (type.kind === "TupleType") {
    if (type.fields.length === 0) return type;
    const at = random.int(0, type.fields.length - 1);
    return tupleType(type.fields.map((field, i) => (i === at ? mutatedType(random, field) : field)));
  }
  if (type.kind !== "TensorType") return type;
  return mutatedTensor(random, type);
}

function mutatedTensor(random: Random, type: TensorType): TensorType {
  const at = random.int(0, Math.max(0, type.shape.length - 1));
  switch (random.int(0, 3)) {
    case 0:
      return tensorType(type.shape, random.dtype());
    case 1:
      return tensorType([...type.shape, random.dim()], type.dtype);
    case 2:
      return tensorType(type.shape.slice(1), type.dtype);
    default:
      return tensorType(
        type.shape.map((dim, i) => (i === at ? random.dim() : dim)),
        type.dtype,
      );
  }
}

/** Whether two cases ask the same. */
export function sameCase(a: OperatorCase, b: OperatorCase): boolean {
  return (
    a.args.map((t) => typeText(t)).join() === b.args.map((t) => typeText(t)).join() &&
    Object.keys(a.attrs).join() === Object.keys(b.attrs).join() &&
    Object.entries(a.attrs).every(([name, value]) => attrValuesEqual(value, b.attrs[name] ?? null))
  );
}
