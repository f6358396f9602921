/** What an expression of the pattern language can represent while a pattern is built. */
import { type AttrValue, at, type Expr, type Type } from "@relayscope/ir";
import type { Pattern } from "../pattern.ts";
import type { Expression, Parameter, Statement } from "./syntax.ts";

export type Value =
  | { readonly kind: "pattern"; readonly pattern: Pattern }
  | { readonly kind: "number"; readonly value: number; readonly isFloat: boolean }
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "none" }
  | { readonly kind: "list"; readonly items: readonly Value[] }
  | { readonly kind: "dict"; readonly entries: ReadonlyMap<string, Value> }
  | {
      readonly kind: "function";
      readonly name: string;
      readonly params: readonly Parameter[];
      readonly body: Expression | readonly Statement[];
      readonly scope: Scope;
    }
  | { readonly kind: "builtin"; readonly name: string }
  | { readonly kind: "method"; readonly pattern: Pattern; readonly name: string }
  | { readonly kind: "type"; readonly type: Type }
  | { readonly kind: "expr"; readonly expr: Expr }
  /** A name that nothing here defines: a module (`relay`), or a function that lives elsewhere (a check). */
  | { readonly kind: "foreign"; readonly name: string };

/** Names in force; a function's scope looks into the one around its definition. */
export class Scope {
  private readonly names = new Map<string, Value>();
  private readonly outer: Scope | undefined;

  constructor(outer?: Scope) {
    this.outer = outer;
  }

  get(name: string): Value | undefined {
    for (let scope: Scope | undefined = this; scope; scope = scope.outer) {
      const value = scope.names.get(name);
      if (value) return value;
    }
    return undefined;
  }

  set(name: string, value: Value): void {
    this.names.set(name, value);
  }

  /** The names given in this scope and around it. */
  known(): string[] {
    return [...this.names.keys(), ...(this.outer?.known() ?? [])];
  }
}

/** A value in a sentence. */
export function describe(value: Value): string {
  switch (value.kind) {
    case "pattern":
      return "a pattern";
    case "string":
      return `the string "${value.value.slice(0, 40)}"`;
    case "number":
      return `the number ${value.value}`;
    case "boolean":
      return value.value ? "`True`" : "`False`";
    case "none":
      return "`None`";
    case "list":
      return "a list";
    case "dict":
      return "a dictionary";
    case "function":
      return `the function \`${value.name}\``;
    case "builtin":
      return `\`${value.name}\``;
    case "method":
      return `the method \`.${value.name}\``;
    case "type":
      return "a type";
    case "expr":
      return "an expression";
    case "foreign":
      return `\`${value.name}\`, which is not defined here`;
  }
}

export function isTruthy(value: Value): boolean {
  switch (value.kind) {
    case "number":
      return value.value !== 0;
    case "string":
      return value.value !== "";
    case "boolean":
      return value.value;
    case "none":
      return false;
    case "list":
      return value.items.length > 0;
    case "dict":
      return value.entries.size > 0;
    default:
      return true;
  }
}

export function valuesEqual(a: Value, b: Value): boolean {
  if (a.kind === "pattern" && b.kind === "pattern") return a.pattern === b.pattern;
  if (a.kind === "list" && b.kind === "list")
    return a.items.length === b.items.length && a.items.every((x, i) => valuesEqual(x, at(b.items, i)));
  if (a.kind === "none" || b.kind === "none") return a.kind === b.kind;
  return "value" in a && "value" in b && a.value === b.value;
}

/** A value as an attribute's; undefined where it can't be one. */
export function attrOfValue(value: Value): AttrValue | undefined {
  switch (value.kind) {
    case "number":
      return value.isFloat ? { kind: "Float", value: value.value } : value.value;
    case "string":
    case "boolean":
      return value.value;
    case "none":
      return null;
    case "list": {
      const items = value.items.map(attrOfValue);
      return items.includes(undefined) ? undefined : (items as AttrValue[]);
    }
    case "dict": {
      const entries = new Map<string, AttrValue>();
      for (const [key, item] of value.entries) {
        const attr = attrOfValue(item);
        if (attr === undefined) return undefined;
        entries.set(key, attr);
      }
      return { kind: "Dict", entries };
    }
    default:
      return undefined;
  }
}
