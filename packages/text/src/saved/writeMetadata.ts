/**
 * Writes the metadata section as the reference lays it out. Follows src/relay/printer/meta_data.h and
 * src/node/serialization.cc.
 */
import { keptIn, type TensorData } from "@relayscope/ir";
import { streamedNumber } from "../print/numbers.ts";
import type { PrintedMetadata, Referred } from "../print/printedNames.ts";
import { writeTensor } from "./tensorBytes.ts";

/**
 * The JSON of the metadata section of a printed text; empty if there is nothing to write. What has no known content is
 * written as null, so that the numbers of the others stay right. The type that the text mentions last is first.
 */
export function metadataSection(metadata: PrintedMetadata): string {
  const kinds = [...metadata].filter(([, list]) => list.some(({ kind }) => kind !== "Meta")).reverse();
  if (kinds.length === 0) return "";
  const nodes: string[] = [];
  const add = (fields: Fields) => nodes.push(node(fields)) - 1;
  /** A place for a node whose parts come after it. */
  const place = () => nodes.push("") - 1;
  const tensors = new Map<TensorData, number>();
  /** What all constants share, after the first of them. */
  let device: number | undefined;
  const addDevice = () => {
    const at = add(deviceFields(nodes.length + 1));
    add([["type_key", '"runtime.String"']]);
    return at;
  };
  const addType = ({ dtype, shape }: TensorData) => {
    const [type, list] = [place(), place()];
    nodes[type] = node(typeFields(dtype, list));
    nodes[list] = arrayNode(shape.map((size) => add(integerFields(size))));
    return type;
  };
  const addConstant = (data: TensorData, isTyped: boolean) => {
    const at = place();
    device ??= addDevice();
    const type = isTyped ? addType(data) : 0;
    const tensor = keptIn(tensors, data, () => tensors.size);
    nodes[at] = node(constantFields(type, tensor, device));
    return at;
  };
  const nodeOf = (value: Referred): number => {
    switch (value.kind) {
      case "Constant":
        return value.data ? addConstant(value.data, value.checkedType !== undefined) : 0;
      case "Float":
        return add(boxFields("runtime.BoxFloat", streamedNumber(value.value)));
      case "Int":
        return add(boxFields("runtime.BoxInt", String(value.value)));
      case "Meta":
        return 0;
    }
  };
  add([["type_key", '""']]);
  const table = place();
  const lists = kinds.map(([, list]) => {
    const at = place();
    nodes[at] = arrayNode(list.map(nodeOf));
    return at;
  });
  nodes[table] = node([
    ["type_key", '"Map"'],
    ["keys", `[\n        ${kinds.map(([type]) => `"${type}"`).join(", \n        ")}\n      ]`],
    ["data", `[${lists.join(", ")}]`],
  ]);
  const written = [...tensors.keys()].map((data) => `"${writeTensor(data)}"`);
  const arrays = written.length === 0 ? "[]" : `[\n    ${written.join(", \n    ")}\n  ]`;
  return `{\n  "root": 1, \n  "nodes": [\n    ${nodes.join(", \n    ")}\n  ], \n  "b64ndarrays": ${arrays}, \n  "attrs": {"tvm_version": "0.19.0"}\n}`;
}

function arrayNode(indices: readonly number[]): string {
  return node([
    ["type_key", '"Array"'],
    ["data", `[${indices.join(", ")}]`],
  ]);
}

function boxFields(type: string, text: string): Fields {
  return [
    ["type_key", `"${type}"`],
    ["repr_str", `"${text}"`],
  ];
}

function constantFields(type: number, tensor: number, device: number): Fields {
  return structFields("relay.Constant", { _checked_type_: type, data: tensor, span: 0, virtual_device_: device });
}

function deviceFields(scope: number): Fields {
  return structFields("VirtualDevice", { device_type_int: -1, memory_scope: scope, target: 0, virtual_device_id: -1 });
}

function typeFields(dtype: string, shape: number): Fields {
  return structFields("relay.TensorType", { dtype, shape, span: 0 });
}

function integerFields(value: number): Fields {
  return structFields("IntImm", { dtype: "int32", span: 0, value });
}

function structFields(type: string, attrs: Readonly<Record<string, string | number>>): Fields {
  const written = Object.entries(attrs).map(([name, value]) => `        "${name}": "${value}"`);
  return [
    ["type_key", `"${type}"`],
    ["attrs", `{\n${written.join(", \n")}\n      }`],
  ];
}

type Fields = readonly (readonly [string, string])[];

function node(fields: Fields): string {
  return `{\n${fields.map(([name, value]) => `      "${name}": ${value}`).join(", \n")}\n    }`;
}
