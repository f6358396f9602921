/**
 * Writes the metadata section as the reference lays it out. Follows src/relay/printer/meta_data.h and
 * src/node/serialization.cc.
 */
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
  const nodes: string[] = [node([["type_key", '""']])];
  const add = (fields: Fields) => nodes.push(node(fields)) - 1;
  const table = nodes.push("") - 1;
  const tensors: string[] = [];
  const lists = kinds.map(([, list]) => {
    const at = nodes.push("") - 1;
    const device = at + 1 + list.filter(hasContent).length;
    const nodeOf = (value: Referred): number => {
      switch (value.kind) {
        case "Constant":
          return value.data ? add(constantFields(tensors.push(writeTensor(value.data)) - 1, device)) : 0;
        case "Float":
          return add(boxFields("runtime.BoxFloat", streamedNumber(value.value)));
        case "Int":
          return add(boxFields("runtime.BoxInt", String(value.value)));
        case "Meta":
          return 0;
      }
    };
    nodes[at] = arrayNode(list.map(nodeOf));
    if (list.some(({ kind }) => kind === "Constant")) {
      add(deviceFields(device + 1));
      add([["type_key", '"runtime.String"']]);
    }
    return at;
  });
  nodes[table] = node([
    ["type_key", '"Map"'],
    ["keys", `[\n        ${kinds.map(([type]) => `"${type}"`).join(", \n        ")}\n      ]`],
    ["data", `[${lists.join(", ")}]`],
  ]);
  const arrays = tensors.length === 0 ? "[]" : `[\n    ${tensors.map((t) => `"${t}"`).join(", \n    ")}\n  ]`;
  return `{\n  "root": 1, \n  "nodes": [\n    ${nodes.join(", \n    ")}\n  ], \n  "b64ndarrays": ${arrays}, \n  "attrs": {"tvm_version": "0.19.0"}\n}`;
}

function hasContent(value: Referred): boolean {
  return value.kind === "Constant" ? value.data !== undefined : value.kind !== "Meta";
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

function constantFields(tensor: number, device: number): Fields {
  return [
    ["type_key", '"relay.Constant"'],
    [
      "attrs",
      object([
        ["_checked_type_", '"0"'],
        ["data", `"${tensor}"`],
        ["span", '"0"'],
        ["virtual_device_", `"${device}"`],
      ]),
    ],
  ];
}

function deviceFields(scope: number): Fields {
  return [
    ["type_key", '"VirtualDevice"'],
    [
      "attrs",
      object([
        ["device_type_int", '"-1"'],
        ["memory_scope", `"${scope}"`],
        ["target", '"0"'],
        ["virtual_device_id", '"-1"'],
      ]),
    ],
  ];
}

type Fields = readonly (readonly [string, string])[];

function node(fields: Fields): string {
  return `{\n${fields.map(([name, value]) => `      "${name}": ${value}`).join(", \n")}\n    }`;
}

function object(fields: Fields): string {
  return `{\n${fields.map(([name, value]) => `        "${name}": ${value}`).join(", \n")}\n      }`;
}
