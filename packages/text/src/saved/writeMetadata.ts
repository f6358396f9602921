/** Writes the metadata section as the reference lays it out. Follows src/relay/printer/meta_data.h and src/node/serialization.cc. */
import type { Constant } from "@relayscope/ir";
import { writeTensor } from "./tensorBytes.ts";

/**
 * The JSON of a metadata section that holds these constants in order; empty where there are none.
 * A constant without data is written as none, so that the numbers of the others stay right.
 */
export function metadataSection(constants: readonly Constant[]): string {
  if (constants.length === 0) return "";
  const first = 3;
  const nodes: string[] = [
    node([["type_key", '""']]),
    node([
      ["type_key", '"Map"'],
      ["keys", '[\n        "relay.Constant"\n      ]'],
      ["data", "[2]"],
    ]),
  ];
  const tensors: string[] = [];
  const indices: number[] = [];
  for (const c of constants) {
    if (!c.data) {
      indices.push(0);
      continue;
    }
    indices.push(first + tensors.length);
    tensors.push(writeTensor(c.data));
  }
  const device = first + tensors.length;
  nodes.push(
    node([
      ["type_key", '"Array"'],
      ["data", `[${indices.join(", ")}]`],
    ]),
  );
  tensors.forEach((_, i) => {
    nodes.push(
      node([
        ["type_key", '"relay.Constant"'],
        [
          "attrs",
          object([
            ["_checked_type_", '"0"'],
            ["data", `"${i}"`],
            ["span", '"0"'],
            ["virtual_device_", `"${device}"`],
          ]),
        ],
      ]),
    );
  });
  const fields: Fields = [
    ["device_type_int", '"-1"'],
    ["memory_scope", `"${device + 1}"`],
    ["target", '"0"'],
    ["virtual_device_id", '"-1"'],
  ];
  nodes.push(
    node([
      ["type_key", '"VirtualDevice"'],
      ["attrs", object(fields)],
    ]),
    node([["type_key", '"runtime.String"']]),
  );
  const arrays = tensors.length === 0 ? "[]" : `[\n    ${tensors.map((t) => `"${t}"`).join(", \n    ")}\n  ]`;
  return `{\n  "root": 1, \n  "nodes": [\n    ${nodes.join(", \n    ")}\n  ], \n  "b64ndarrays": ${arrays}, \n  "attrs": {"tvm_version": "0.19.0"}\n}`;
}

type Fields = readonly (readonly [string, string])[];

function node(fields: Fields): string {
  return `{\n${fields.map(([name, value]) => `      "${name}": ${value}`).join(", \n")}\n    }`;
}

function object(fields: Fields): string {
  return `{\n${fields.map(([name, value]) => `        "${name}": ${value}`).join(", \n")}\n      }`;
}
