/**
 * Writes the metadata section as the reference lays it out. Follows src/relay/printer/meta_data.h and
 * src/node/serialization.cc.
 */
import type { Constant } from "@relayscope/ir";
import { writeTensor } from "./tensorBytes.ts";

/**
 * The JSON of a metadata section that holds these constants, and these boxed integers, in order; empty if there are
 * none. A constant without data is written as null, so that the numbers of the others stay right.
 */
export function metadataSection(constants: readonly Constant[], boxes: readonly number[] = []): string {
  if (constants.length + boxes.length === 0) return "";
  const nodes: string[] = [node([["type_key", '""']])];
  const add = (fields: Fields) => nodes.push(node(fields)) - 1;
  const table = nodes.push("") - 1;
  const entries: (readonly [key: string, list: number])[] = [];
  const tensors: string[] = [];
  if (constants.length > 0) {
    const list = nodes.push("") - 1;
    const device = list + 1 + constants.filter((c) => c.data).length;
    const indices = constants.map((c) => (c.data ? add(constantFields(tensors.push(writeTensor(c.data)) - 1, device)) : 0));
    nodes[list] = arrayNode(indices);
    add(deviceFields(device + 1));
    add([["type_key", '"runtime.String"']]);
    entries.push(["relay.Constant", list]);
  }
  if (boxes.length > 0) {
    const list = nodes.push("") - 1;
    nodes[list] = arrayNode(
      boxes.map((value) =>
        add([
          ["type_key", '"runtime.BoxInt"'],
          ["repr_str", `"${value}"`],
        ]),
      ),
    );
    entries.push(["runtime.BoxInt", list]);
  }
  nodes[table] = node([
    ["type_key", '"Map"'],
    ["keys", `[\n        ${entries.map(([key]) => `"${key}"`).join(", \n        ")}\n      ]`],
    ["data", `[${entries.map(([, list]) => list).join(", ")}]`],
  ]);
  const arrays = tensors.length === 0 ? "[]" : `[\n    ${tensors.map((t) => `"${t}"`).join(", \n    ")}\n  ]`;
  return `{\n  "root": 1, \n  "nodes": [\n    ${nodes.join(", \n    ")}\n  ], \n  "b64ndarrays": ${arrays}, \n  "attrs": {"tvm_version": "0.19.0"}\n}`;
}

function arrayNode(indices: readonly number[]): string {
  return node([
    ["type_key", '"Array"'],
    ["data", `[${indices.join(", ")}]`],
  ]);
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
