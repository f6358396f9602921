/** Importing one graph, node by node. Follows GraphProto in python/tvm/relay/frontend/onnx.py. */
import {
  at,
  constant,
  type Dim,
  type Expr,
  Failure,
  present,
  pushTo,
  type TensorData,
  type TensorType,
  type Type,
  tensorType,
  variable,
} from "@relayscope/ir";
import type { ImportProblem } from "../../contract.ts";
import { ConversionFailure, quoted } from "../../diagnostics.ts";
import type { Relay, Several } from "../../relay/relay.ts";
import { converters } from "../converters/converters.ts";
import { messages } from "../diagnostics.ts";
import type { Graph, Node, ValueInfo } from "../file/model.ts";
import { dtypeNames } from "../file/schema.ts";
import { dtypeOfTensor, tensorData } from "../file/tensorData.ts";
import { NodeAttributes } from "./attributes.ts";
import { Conversion, type Converted, type GraphScope } from "./conversion.ts";
import { holeAttributes, statedType } from "./holes.ts";
import { Layer } from "./layers.ts";

/** What all graphs of one import share. */
export interface Importing {
  readonly relay: Relay;
  readonly opset: number;
  readonly keepsParameters: boolean;
  readonly shapes: ReadonlyMap<string, readonly Dim[]>;
  /** How often each operator had a node without a name: such nodes are numbered. */
  readonly unnamed: Map<string, number>;
  /** The names of nodes: their own, or the operator's with a number. */
  readonly names: Map<Node | Graph, string>;
  /** The operator of each named node. */
  readonly operatorOf: Map<string, string>;
  /**
   * If set, a node that cannot be converted is reported and becomes an unknown operator; otherwise the import fails.
   */
  readonly report: ((problem: ImportProblem) => void) | undefined;
  /** Weights whose data is outside the file. */
  readonly leftOut: { readonly name: string; readonly location: string }[];
  /** Whether what a node became could not be typed. */
  readonly typing: { hasFailed: boolean };
  /** How many nodes were converted, those of a graph inside another one each time, and how many may be. */
  readonly conversions: { done: number; readonly most: number };
  /** Asked after each node of the outermost graph. */
  readonly afterNode: ((done: number, total: number) => void) | undefined;
}

export class Scope implements GraphScope {
  readonly nodes: Layer<Expr>;
  readonly params = new Map<string, TensorData>();
  readonly inputs = new Map<string, Expr>();
  readonly inputNames: string[] = [];

  constructor(
    private readonly importing: Importing,
    around?: Layer<Expr>,
    private readonly depth = 0,
  ) {
    this.nodes = new Layer(around);
  }

  inner(): Scope {
    return new Scope(this.importing, this.nodes, this.depth + 1);
  }

  outputsOf(graph: Graph, hasInputs: boolean): Expr {
    this.readInitializers(graph);
    if (hasInputs) this.readInputs(graph);
    this.demandSupported(graph);
    const types = this.importing.report ? statedTypes(graph) : new Map<string, ValueInfo>();
    const nodes = this.importing.report ? inOrder(graph.nodes, this.nodes) : graph.nodes;
    for (const [i, node] of nodes.entries()) {
      this.convert(node, types);
      if (this.depth === 0) this.importing.afterNode?.(i + 1, nodes.length);
    }
    const outputs = graph.outputs.map(({ name }) => this.value(name, "the graph's outputs"));
    return outputs.length === 1 ? at(outputs, 0) : this.importing.relay.tuple(outputs);
  }

  private value(name: string, user: string): Expr {
    const value = this.nodes.get(name);
    if (!value) throw new ConversionFailure(`${quoted(name)}, which ${user} name, is made by no node before.`, "onnx-unknown-value");
    return value;
  }

  private readInitializers(graph: Graph): void {
    const { relay, keepsParameters, leftOut } = this.importing;
    for (const tensor of graph.initializers) {
      if (tensor.name.trim() === "") throw new ConversionFailure("A weight of the file has no name.", "onnx-unnamed-weight");
      try {
        const dtype = dtypeOfTensor(tensor);
        const data = tensorData(tensor);
        const type = tensorType(tensor.dims, dtype);
        if (tensor.external) leftOut.push({ name: tensor.name, location: tensor.external.location });
        if (!keepsParameters) this.nodes.set(tensor.name, data ? relay.constantOf(data) : constant(undefined, type));
        else {
          if (data) this.params.set(tensor.name, data);
          this.nodes.set(tensor.name, relay.variable(tensor.name, type));
          if (!data) this.inputs.set(tensor.name, present(this.nodes.get(tensor.name)));
        }
      } catch (error) {
        if (!(error instanceof ConversionFailure)) throw error;
        throw new ConversionFailure(`The weight ${quoted(tensor.name)} cannot be read: ${error.message}`, "onnx-weight");
      }
    }
  }

  private readInputs(graph: Graph): void {
    const { relay, shapes } = this.importing;
    for (const info of graph.inputs) {
      const { name } = info;
      const param = this.params.get(name);
      if (param) this.nodes.set(name, relay.variable(name, tensorType(param.shape, param.dtype)));
      else if (this.nodes.has(name)) continue;
      else {
        this.inputNames.push(name);
        const type = inputType(info, shapes.get(name));
        this.nodes.set(name, type.dtype === "void" && this.importing.report ? this.openInput(info) : relay.variable(name, type));
      }
      this.inputs.set(name, present(this.nodes.get(name)));
    }
  }

  /** An input that is not a tensor: a variable of which no type is known. */
  private openInput({ name, type }: ValueInfo): Expr {
    const message = `The input ${quoted(name)} is ${type.kind === "unknown" || type.kind === "tensor" ? "of unknown type" : `of type ${type.kind}`}: Relay has no such inputs, and its type stays open.`;
    this.importing.report?.({ operator: undefined, node: undefined, code: "onnx-input-type", message });
    return variable(name);
  }

  private demandSupported(graph: Graph): void {
    if (this.importing.report) return;
    const missing = new Set(graph.nodes.map((n) => n.opType).filter((o) => !Object.hasOwn(converters, o)));
    if (missing.size > 0) throw messages.unsupported([...missing]);
  }

  private convert(node: Node, types: ReadonlyMap<string, ValueInfo>): void {
    const { conversions } = this.importing;
    if (++conversions.done > conversions.most) throw messages.tooManyConversions(conversions.most);
    const name = this.nameOf(node);
    try {
      const value = this.converted(node, name);
      if (this.importing.report && !this.importing.keepsParameters) demandTyped(this.importing, value);
      this.place(node, name, value);
    } catch (error) {
      const failure = failureOf(error);
      const { report } = this.importing;
      if (!report) throw new ConversionFailure(messages.atNode(node.opType, name, failure.message), failure.code);
      report({ operator: node.opType, node: name, code: failure.code, message: messages.hole(node.opType, name, failure.message) });
      this.leaveHole(node, name, types);
    }
  }

  private converted(node: Node, name: string): Converted {
    const { relay, opset } = this.importing;
    const attributes = new NodeAttributes(node.attributes);
    const inputs = node.inputs.map((input) => (input === "" ? undefined : this.sourced(input, name)));
    const converter = Object.hasOwn(converters, node.opType) ? converters[node.opType] : undefined;
    if (!converter) throw messages.unsupported([node.opType]);
    return converter(new Conversion(relay, node.opType, opset, inputs, attributes, outputsOf(node).length, this), relay);
  }

  /** The value of a name; a variable or constant that has no source yet gets the node's. */
  private sourced(name: string, node: string): Expr {
    const value = this.value(name, `the inputs of ${quoted(node)}`);
    if (value.kind !== "Var" && value.kind !== "Constant") return value;
    const named = this.importing.relay.sources.named(value, `${node}.${name}`);
    if (named !== value) {
      this.nodes.set(name, named);
      if (this.inputs.has(name)) this.inputs.set(name, named);
    }
    return named;
  }

  /** Folds what a node became, and gives its outputs their names; what the model does not name is dropped. */
  private place(node: Node, name: string, value: Converted): void {
    const { relay } = this.importing;
    const outputs = outputsOf(node);
    if (value.kind !== "Several") {
      const folded = relay.fold(value);
      relay.sources.fill(folded, name);
      demandOutputs(outputs, 1);
      this.nodes.set(at(outputs, 0), folded);
      return;
    }
    const tuple = relay.fold(value.tuple);
    relay.sources.fill(tuple, name);
    const whole: Several = { kind: "Several", tuple, size: value.size };
    const wanted = Array.from({ length: value.size }, (_, i) => outputs[i] !== undefined && outputs[i] !== "");
    if (wanted.every(Boolean)) {
      demandOutputs(outputs, value.size);
      for (const [i, output] of outputs.entries()) this.nodes.set(output, relay.field(whole, i));
      return;
    }
    const named = outputs.filter((o) => o !== "");
    const fields = wanted.flatMap((isWanted, i) =>
      isWanted ? [tuple.kind === "Tuple" ? at(tuple.fields, i) : relay.field(whole, i)] : [],
    );
    demandOutputs(named, fields.length);
    if (fields.length === 1) this.nodes.set(at(named, 0), at(fields, 0));
    else {
      const kept = relay.several(fields);
      for (const [i, output] of named.entries()) this.nodes.set(output, relay.field(kept, i));
    }
  }

  /** An unknown operator in the node's place, with the types that the file states for its outputs. */
  private leaveHole(node: Node, name: string, types: ReadonlyMap<string, ValueInfo>): void {
    const { relay } = this.importing;
    const args = node.inputs.flatMap((input) => {
      const value = input === "" ? undefined : this.nodes.get(input);
      return value ? [value.kind === "Var" || value.kind === "Constant" ? this.sourced(input, name) : value] : [];
    });
    const stated: (Type | undefined)[] = node.outputs.map((output) => statedType(types.get(output)));
    const whole = stated.every((t) => t !== undefined) ? stated : undefined;
    const type: Type | undefined = node.outputs.length === 1 ? stated[0] : whole && { kind: "TupleType", fields: whole };
    const call = relay.unknownCall(`onnx.${node.opType.replace(/\W/g, "_") || "unnamed"}`, args, holeAttributes(node.attributes), type);
    relay.sources.fill(call, name);
    if (node.outputs.length === 1) {
      this.nodes.set(at(node.outputs, 0), call);
      return;
    }
    for (const [i, output] of node.outputs.entries()) {
      if (output === "") continue;
      const field = relay.field(call, i);
      field.checkedType = stated[i];
      this.nodes.set(output, field);
    }
  }

  private nameOf(node: Node): string {
    const { names, unnamed, operatorOf } = this.importing;
    const known = names.get(node);
    if (known !== undefined) return known;
    let name = node.name;
    if (name === "") {
      const number = (unnamed.get(node.opType) ?? -1) + 1;
      unnamed.set(node.opType, number);
      name = `${node.opType}_${number}`;
    }
    names.set(node, name);
    operatorOf.set(name, node.opType);
    return name;
  }
}

/** Throws where Relay cannot type what a node became: the whole module would be ill-typed. */
function demandTyped({ relay, typing }: Importing, value: Converted): void {
  try {
    relay.typeOf(value.kind === "Several" ? value.tuple : value);
  } catch (error) {
    typing.hasFailed = true;
    throw error;
  }
}

/** A dropout's mask is not made. */
function outputsOf(node: Node): readonly string[] {
  return node.opType === "Dropout" && node.outputs.length !== 1 ? node.outputs.slice(0, -1) : node.outputs;
}

function demandOutputs(outputs: readonly string[], count: number): void {
  if (outputs.length !== count) throw new ConversionFailure(`the model names ${outputs.length} of its outputs, and Relay's has ${count}.`);
}

function failureOf(error: unknown): ConversionFailure {
  if (error instanceof ConversionFailure) return error;
  if (error instanceof Failure) return new ConversionFailure(error.message, error.code);
  if (error instanceof RangeError) return new ConversionFailure("it asks for more than can be held in memory.", "onnx-too-large");
  throw error;
}

/**
 * The type of an input: its own, or with the shape that was asked for. What is not a tensor has the reference's type of
 * nothing.
 */
function inputType({ name, type }: ValueInfo, shape: readonly Dim[] | undefined): TensorType {
  if (type.kind !== "tensor") return tensorType(shape ?? [], "void");
  const dtype = type.elemType === 0 ? "void" : dtypeNames[type.elemType];
  if (dtype === undefined || dtype === "object" || dtype.startsWith("complex")) {
    throw new ConversionFailure(
      `The input ${quoted(name)} is a tensor of ${dtype ?? "an unknown type"}: only tensors of numbers can be inputs.`,
      "onnx-input-type",
    );
  }
  const dims = shape ?? (type.shape ?? []).map((d): Dim => (typeof d === "number" && d !== 0 ? d : "?"));
  return tensorType(dims, dtype);
}

function statedTypes(graph: Graph): ReadonlyMap<string, ValueInfo> {
  return new Map([...graph.valueInfos, ...graph.outputs].map((info) => [info.name, info]));
}

/**
 * The nodes in an order in which each comes after those that make its inputs, as far as there is one: a file may have
 * them in any order. Nodes in a cycle come last.
 */
function inOrder(nodes: readonly Node[], known: Layer<Expr>): readonly Node[] {
  const makers = new Map<string, Node>();
  for (const node of nodes) for (const output of node.outputs) if (output !== "") makers.set(output, node);
  const made = new Set<string>();
  let isSorted = true;
  for (const node of nodes) {
    if (node.inputs.some((i) => i !== "" && makers.has(i) && !made.has(i) && !known.has(i))) {
      isSorted = false;
      break;
    }
    for (const output of node.outputs) made.add(output);
  }
  if (isSorted) return nodes;
  return sorted(nodes, makers);
}

function sorted(nodes: readonly Node[], makers: ReadonlyMap<string, Node>): readonly Node[] {
  const waiting = new Map<Node, number>();
  const users = new Map<Node, Node[]>();
  for (const node of nodes) {
    const needed = new Set(node.inputs.map((i) => makers.get(i)).filter((m): m is Node => m !== undefined && m !== node));
    waiting.set(node, needed.size);
    for (const maker of needed) {
      pushTo(users, maker, node);
    }
  }
  const out = nodes.filter((n) => waiting.get(n) === 0);
  for (let i = 0; i < out.length; i++) {
    for (const user of users.get(at(out, i)) ?? []) {
      const left = (waiting.get(user) ?? 0) - 1;
      waiting.set(user, left);
      if (left === 0) out.push(user);
    }
  }
  const done = new Set(out);
  return [...out, ...nodes.filter((n) => !done.has(n))];
}
