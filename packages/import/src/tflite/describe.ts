/** Describes a model before it is imported. */
import type { DescribedValue, ModelDescription, UnknownSize } from "../contract.ts";
import { messages } from "./diagnostics.ts";
import type { Model, Subgraph, Tensor } from "./file/model.ts";
import { typeNames } from "./file/schema.ts";
import { operatorName, whyUnsupported } from "./import/operators.ts";

/** Counts, shapes and what the reference cannot convert, without importing anything. */
export function describeModel(model: Model): ModelDescription {
  const [main] = model.subgraphs;
  const inputs = main ? namesOf(main, main.inputs) : [];
  return {
    format: "TFLite",
    facts: [`schema ${model.version}`, model.description].filter((fact) => fact !== ""),
    notes: model.subgraphs.length > 1 ? [messages.onlyMain(model.subgraphs.length)] : [],
    inputs: inputs.map(described),
    outputs: main ? namesOf(main, main.outputs).map(described) : [],
    unknownSizes: inputs.flatMap(unknownSizes),
    operators: operatorCounts(model),
    ...weightsOf(model),
    takesTypes: true,
    keepsParameters: true,
  };
}

interface Named {
  readonly name: string;
  readonly tensor: Tensor;
}

function namesOf({ tensors }: Subgraph, indices: readonly number[] | undefined): readonly Named[] {
  return (indices ?? []).flatMap((index) => {
    const tensor = tensors[index];
    return tensor ? [{ name: tensor.name ?? `tvmgen_tensor_${index}`, tensor }] : [];
  });
}

/**
 * Whether the file leaves a size open: it then has -1 in the shape's signature, and a size to go on with in the shape.
 */
function isOpen({ shape, shapeSignature }: Tensor, axis: number): boolean {
  return shapeSignature?.length === shape?.length && (shapeSignature?.[axis] ?? 0) < 0;
}

function described({ name, tensor }: Named): DescribedValue {
  const shape = tensor.shape?.map((size, axis) => (isOpen(tensor, axis) ? `${name}[${axis}]` : size));
  return { name, type: typeNames[tensor.type] ?? "unknown", shape };
}

function unknownSizes({ name, tensor }: Named): readonly UnknownSize[] {
  return (tensor.shape ?? []).flatMap((size, axis) =>
    isOpen(tensor, axis)
      ? [
          {
            key: `${name}[${axis}]`,
            label: `${name}, axis ${axis}`,
            guess: Math.max(size, 1),
            reason: "as the file has it",
            usedBy: [name],
          },
        ]
      : [],
  );
}

function operatorCounts(model: Model): ModelDescription["operators"] {
  const counts = new Map<string, { count: number; isSupported: boolean }>();
  for (const { operators } of model.subgraphs) {
    for (const operator of operators) {
      const name = operatorName(model, operator);
      const known = counts.get(name);
      if (known) known.count++;
      else counts.set(name, { count: 1, isSupported: whyUnsupported(model, operator) === undefined });
    }
  }
  return [...counts].sort(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1)).map(([name, entry]) => ({ name, ...entry }));
}

/** Buffers that hold something are weights; a buffer of several tensors counts once. */
function weightsOf({ buffers }: Model): { readonly weights: number; readonly weightBytes: number } {
  const sizes = buffers.map(({ data }) => data?.length ?? 0).filter((size) => size > 0);
  return { weights: sizes.length, weightBytes: sizes.reduce((sum, size) => sum + size, 0) };
}
