/** Describes a model before it is imported. */
import type { DescribedValue, ModelDescription, UnknownSize } from "../contract.ts";
import { converters } from "./converters/converters.ts";
import { messages } from "./diagnostics.ts";
import type { Dimension, Graph, Model, ValueInfo } from "./file/model.ts";
import { dtypeNames } from "./file/schema.ts";
import { guessedSize } from "./guesses.ts";
import { opsetOf } from "./import/importModel.ts";

/** Counts, shapes and what the reference cannot convert, without importing anything. */
export function describeModel(model: Model): ModelDescription {
  const { graph } = model;
  const weights = new Set(graph.initializers.map((t) => t.name));
  const inputs = graph.inputs.filter((i) => !weights.has(i.name));
  const producer = [model.producerName, model.producerVersion].filter((part) => part !== "").join(" ");
  const otherDomains = model.opsetImports.map((o) => o.domain).filter((d) => d !== "" && d !== "ai.onnx");
  return {
    format: "ONNX",
    facts: [`opset ${opsetOf(model)}`, producer].filter((fact) => fact !== ""),
    notes: otherDomains.length === 0 ? [] : [messages.otherDomains(otherDomains)],
    takesTypes: false,
    keepsParameters: false,
    inputs: inputs.map(described),
    outputs: graph.outputs.map(described),
    unknownSizes: unknownSizes(inputs),
    operators: operatorCounts(graph),
    weights: graph.initializers.length,
    weightBytes: graph.initializers.reduce((sum, t) => sum + bytesOf(t), 0),
  };
}

function bytesOf(tensor: Graph["initializers"][number]): number {
  const lists = [tensor.floatData, tensor.int32Data, tensor.int64Data, tensor.doubleData, tensor.uint64Data];
  return lists.flat().reduce((sum, piece) => sum + piece.length, tensor.rawData?.length ?? 0);
}

function described(info: ValueInfo): DescribedValue {
  if (info.type.kind !== "tensor") return { name: info.name, type: info.type.kind, shape: undefined };
  const shape = info.type.shape?.map((dim, axis) => (isKnown(dim) ? dim : keyOf(info, dim, axis)));
  return { name: info.name, type: dtypeNames[info.type.elemType] ?? "unknown", shape };
}

function isKnown(dim: Dimension): dim is number {
  return typeof dim === "number" && dim > 0;
}

/** Sizes with the same name are one size; each size without a name is its own. */
function keyOf(info: ValueInfo, dim: Dimension, axis: number): string {
  return typeof dim === "string" && dim !== "" ? dim : `${info.name}[${axis}]`;
}

function unknownSizes(inputs: readonly ValueInfo[]): readonly UnknownSize[] {
  const found = new Map<string, UnknownSize & { usedBy: string[] }>();
  for (const info of inputs) {
    if (info.type.kind !== "tensor") continue;
    for (const [axis, dim] of (info.type.shape ?? []).entries()) {
      if (isKnown(dim)) continue;
      const key = keyOf(info, dim, axis);
      const known = found.get(key);
      if (known) {
        if (!known.usedBy.includes(info.name)) known.usedBy.push(info.name);
        continue;
      }
      const label = typeof dim === "string" && dim !== "" ? dim : `${info.name}, axis ${axis}`;
      found.set(key, { key, label, ...guessedSize(info, axis), usedBy: [info.name] });
    }
  }
  return [...found.values()];
}

function operatorCounts(graph: Graph): ModelDescription["operators"] {
  const counts = new Map<string, number>();
  const pending = [graph];
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const node of next.nodes) {
      counts.set(node.opType, (counts.get(node.opType) ?? 0) + 1);
      for (const { g } of node.attributes) if (g) pending.push(g);
    }
  }
  return [...counts]
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .map(([name, count]) => ({ name, count, isSupported: Object.hasOwn(converters, name) }));
}
