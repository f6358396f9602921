/** The attributes of one node, as converters ask for them. Follows _parse_attr in python/tvm/relay/frontend/onnx.py. */
import { raise } from "@relayscope/ir";
import { ConversionFailure, quoted } from "../../diagnostics.ts";
import type { Attribute, Graph, Tensor } from "../file/model.ts";

type Value =
  | { readonly kind: "float"; readonly value: number }
  | { readonly kind: "int"; readonly value: bigint }
  | { readonly kind: "text"; readonly value: Uint8Array }
  | { readonly kind: "graph"; readonly value: Graph }
  | { readonly kind: "tensor"; readonly value: Tensor }
  | { readonly kind: "floats"; readonly value: readonly number[] }
  | { readonly kind: "ints"; readonly value: readonly bigint[] }
  | { readonly kind: "texts"; readonly value: readonly Uint8Array[] }
  | { readonly kind: "tensors"; readonly value: readonly Tensor[] };

export class NodeAttributes {
  private readonly values = new Map<string, Value>();

  /** Throws where an attribute holds nothing that can be read. */
  constructor(attributes: readonly Attribute[]) {
    for (const attribute of attributes) {
      const value = valueOf(attribute);
      if (!value) throw new ConversionFailure(`its attribute ${quoted(attribute.name)} is empty.`);
      this.values.set(attribute.name, value);
    }
  }

  has(name: string): boolean {
    return this.values.has(name);
  }

  /**
   * Throws where an attribute has none of these names: the reference would hand it on to an operator that does not take
   * it.
   */
  allow(...names: readonly string[]): void {
    for (const name of this.values.keys()) {
      if (!names.includes(name)) throw new ConversionFailure(`its attribute ${quoted(name)} has no counterpart in Relay.`);
    }
  }

  int(name: string): number | undefined;
  int(name: string, otherwise: number): number;
  int(name: string, otherwise?: number): number | undefined {
    const given = this.values.get(name);
    if (!given) return otherwise;
    if (given.kind === "int") return Number(given.value);
    if (given.kind === "float") return given.value;
    throw wrongKind(name, "an integer");
  }

  /** Whether an attribute is a number of type float. */
  isFloat(name: string): boolean {
    return this.values.get(name)?.kind === "float";
  }

  float(name: string, otherwise: number): number {
    return this.int(name, otherwise);
  }

  text(name: string): string | undefined;
  text(name: string, otherwise: string): string;
  text(name: string, otherwise?: string): string | undefined {
    const given = this.values.get(name);
    if (!given) return otherwise;
    if (given.kind === "text") return decoder.decode(given.value);
    throw wrongKind(name, "a text");
  }

  texts(name: string): readonly string[] | undefined {
    const given = this.values.get(name);
    if (!given) return undefined;
    if (given.kind === "texts") return given.value.map((t) => decoder.decode(t));
    throw wrongKind(name, "a list of texts");
  }

  ints(name: string): readonly number[] | undefined;
  ints(name: string, otherwise: readonly number[]): readonly number[];
  ints(name: string, otherwise?: readonly number[]): readonly number[] | undefined {
    const given = this.values.get(name);
    if (!given) return otherwise;
    if (given.kind === "ints") return given.value.map(Number);
    throw wrongKind(name, "a list of integers");
  }

  /** A list of integers as the file has them, or one. */
  integers(name: string): readonly bigint[] | undefined {
    const given = this.values.get(name);
    if (!given) return undefined;
    if (given.kind === "ints") return given.value;
    if (given.kind === "int") return [given.value];
    throw wrongKind(name, "a list of integers");
  }

  floats(name: string, otherwise: readonly number[]): readonly number[] {
    const given = this.values.get(name);
    if (!given) return otherwise;
    if (given.kind === "floats") return given.value;
    if (given.kind === "float") return [given.value];
    throw wrongKind(name, "a list of numbers");
  }

  tensor(name: string): Tensor | undefined {
    const given = this.values.get(name);
    return given?.kind === "tensor" ? given.value : undefined;
  }

  graph(name: string): Graph | undefined {
    const given = this.values.get(name);
    return given?.kind === "graph" ? given.value : undefined;
  }

  /** The list of integers under a name that must be there. */
  demandInts(name: string): readonly number[] {
    const value = this.ints(name) ?? raise(new ConversionFailure(`its attribute ${quoted(name)} is missing.`));
    return value;
  }

  demandInt(name: string): number {
    const value = this.int(name) ?? raise(new ConversionFailure(`its attribute ${quoted(name)} is missing.`));
    return value;
  }
}

/** An element of a list that a node's attribute has; throws where the list is too short. */
export function listed(list: readonly number[], index: number, name: string): number {
  const value = list[index] ?? raise(new ConversionFailure(`its attribute ${quoted(name)} has too few values: ${list.length}.`));
  return value;
}

const decoder = new TextDecoder();

function wrongKind(name: string, wanted: string): ConversionFailure {
  return new ConversionFailure(`its attribute ${quoted(name)} is not ${wanted}.`);
}

function valueOf(a: Attribute): Value | undefined {
  if (a.graphCount > 0) throw new ConversionFailure(`its attribute ${quoted(a.name)} is a list of graphs, which is not supported.`);
  if (a.tensors.length > 0) return { kind: "tensors", value: a.tensors };
  if (a.t) return { kind: "tensor", value: a.t };
  if (a.strings.length > 0) return { kind: "texts", value: a.strings };
  if (a.ints.length > 0) return { kind: "ints", value: a.ints };
  if (a.floats.length > 0) return { kind: "floats", value: a.floats };
  if (a.g) return { kind: "graph", value: a.g };
  if (a.s) return { kind: "text", value: a.s };
  if (a.i !== undefined) return { kind: "int", value: a.i };
  return a.f === undefined ? undefined : { kind: "float", value: a.f };
}
