/**
 * The reference's node graph in JSON: what `tvm.ir.save_json` writes and the metadata section holds. Follows
 * src/node/serialization.cc.
 */
import { type AttrValue, keptIn, type TensorData } from "@relayscope/ir";
import { streamedNumber } from "../print/numbers.ts";
import { readTensor } from "./tensorBytes.ts";

/** One node. `attrs` hold numbers, texts or indices of other nodes, as texts; an index 0 means none. */
export interface GraphNode {
  readonly type: string;
  readonly attrs: Readonly<Record<string, string>>;
  /** Keys of a mapping with text keys. */
  readonly keys: readonly string[];
  /** Elements of an array; values of a mapping with keys; keys and values in turn of one without. */
  readonly data: readonly number[];
  /** What a node that is a single text or number says. */
  readonly text: string;
}

export interface NodeGraph {
  readonly root: number;
  readonly size: number;
  /** A node; one without a type for an invalid index. */
  node(index: number): GraphNode;
  /** The node that an attribute of another refers to; 0 for none. */
  reference(node: GraphNode, name: string): number;
  /** A saved tensor by its number, decoded when first asked for. */
  tensor(index: number): TensorData | undefined;
  /** A text: a node that is one, or the empty text. */
  text(index: number): string;
  /** A node as an attribute's value; undefined if it can't be read as one. */
  attribute(index: number): AttrValue | undefined;
}

const emptyNode: GraphNode = { type: "", attrs: {}, keys: [], data: [], text: "" };
const depthLimit = 100;

/** The graph that a JSON text holds, or a sentence's end that says why it cannot be read. */
export function readNodeGraph(json: string): NodeGraph | string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return "it is cut or damaged";
  }
  if (!isRecord(parsed) || !Array.isArray(parsed.nodes)) return "it has no list of nodes";
  const nodes: unknown[] = parsed.nodes;
  const tensors: unknown[] = Array.isArray(parsed.b64ndarrays) ? parsed.b64ndarrays : [];
  const decoded = new Map<number, TensorData | undefined>();
  const cache = new Map<number, GraphNode>();
  const node = (index: number): GraphNode => keptIn(cache, index, () => graphNode(nodes[index]));
  const graph: NodeGraph = {
    root: typeof parsed.root === "number" ? parsed.root : 0,
    size: nodes.length,
    node,
    reference: (from, name) => {
      const index = Number(from.attrs[name] ?? 0);
      return Number.isInteger(index) && index > 0 && index < nodes.length ? index : 0;
    },
    tensor(index) {
      if (!decoded.has(index)) {
        const saved = tensors[index];
        decoded.set(index, typeof saved === "string" ? readTensor(saved) : undefined);
      }
      return decoded.get(index);
    },
    text: (index) => node(index).text,
    attribute: (index) => attributeOf(graph, index, 0),
  };
  return graph;
}

function graphNode(value: unknown): GraphNode {
  if (!isRecord(value)) return emptyNode;
  // Names are a stranger's: nothing is after them that every object has.
  const attrs: Record<string, string> = Object.create(null);
  if (isRecord(value.attrs)) for (const [name, v] of Object.entries(value.attrs)) attrs[name] = String(v);
  const data = Array.isArray(value.data) ? value.data.filter((v): v is number => typeof v === "number") : [];
  const keys = Array.isArray(value.keys) ? value.keys.map(String) : [];
  return { type: typeof value.type_key === "string" ? value.type_key : "", attrs, keys, data, text: textOf(value) };
}

function textOf(value: Record<string, unknown>): string {
  if (typeof value.repr_str === "string") return value.repr_str;
  if (typeof value.repr_b64 !== "string") return "";
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(value.repr_b64), (c) => c.charCodeAt(0)));
  } catch {
    return "";
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function attributeOf(graph: NodeGraph, index: number, depth: number): AttrValue | undefined {
  const node = graph.node(index);
  if (depth > depthLimit) return undefined;
  switch (node.type) {
    case "":
      return index === 0 ? null : undefined;
    case "runtime.String":
      return node.text;
    case "tir.StringImm":
      return graph.text(graph.reference(node, "value"));
    case "IntImm":
      return integerOf(node.attrs.value ?? "0", node.attrs.dtype ?? "int32");
    case "FloatImm":
      return floatOf(readFloat(node.attrs.value), node.attrs.dtype ?? "float32");
    case "runtime.BoxInt":
      return integerOf(node.text, "int32");
    case "runtime.BoxFloat":
      return { kind: "Float", value: readFloat(node.text), isBoxed: true };
    case "runtime.BoxBool":
      return node.text === "1" || node.text === "true";
    case "tir.Any":
      return { kind: "Raw", text: "?" };
    case "Array":
      return listOf(graph, node.data, depth);
    case "DictAttrs":
      return attributeOf(graph, graph.reference(node, "__dict__"), depth + 1) ?? undefined;
    case "Map":
      return dictionaryOf(graph, node, depth);
    case "VirtualDevice":
      return { kind: "Raw", text: virtualDeviceText(graph, node) };
    default:
      return undefined;
  }
}

function listOf(graph: NodeGraph, data: readonly number[], depth: number): AttrValue | undefined {
  const out: AttrValue[] = [];
  for (const index of data) {
    const value = attributeOf(graph, index, depth + 1);
    if (value === undefined) return undefined;
    out.push(value);
  }
  return out;
}

function dictionaryOf(graph: NodeGraph, node: GraphNode, depth: number): AttrValue | undefined {
  const entries = new Map<string, AttrValue>();
  const hasKeys = node.keys.length > 0;
  const count = hasKeys ? node.keys.length : node.data.length >> 1;
  for (let i = 0; i < count; i++) {
    const key = hasKeys ? node.keys[i] : graph.text(node.data[2 * i] ?? 0);
    const value = attributeOf(graph, node.data[hasKeys ? i : 2 * i + 1] ?? 0, depth + 1);
    if (value === undefined || key === undefined) return undefined;
    entries.set(key, value);
  }
  return { kind: "Dict", entries };
}

function integerOf(text: string, dtype: string): AttrValue {
  const small = Number(text);
  const value = Number.isSafeInteger(small) ? small : /^-?\d+$/.test(text) ? BigInt(text) : 0;
  if (dtype === "bool") return value !== 0;
  return dtype === "int32" ? value : { kind: "Int", value, dtype };
}

function readFloat(text = ""): number {
  return Number(text.replace("inf", "Infinity"));
}

function floatOf(value: number, dtype: string): AttrValue {
  return dtype === "float32" ? { kind: "Float", value } : { kind: "Raw", text: `${streamedNumber(value)}f${dtype.slice(5)}` };
}

/** A virtual device as the reference shows it: its fields that are set. */
function virtualDeviceText(graph: NodeGraph, node: GraphNode): string {
  const parts: string[] = [];
  const { device_type_int: type = "-1", virtual_device_id: id = "-1" } = node.attrs;
  if (type !== "-1") parts.push(`device_type=${type}`);
  if (id !== "-1") parts.push(`virtual_device_id=${id}`);
  const scope = graph.text(graph.reference(node, "memory_scope"));
  if (scope !== "") parts.push(`memory_scope='${scope}'`);
  return parts.length === 0 ? "VirtualDevice(?)" : `VirtualDevice(${parts.join(", ")})`;
}
