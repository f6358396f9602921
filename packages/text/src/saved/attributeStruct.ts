/** Attribute structs of the reference's JSON. Follows src/node/serialization.cc and the structs' VisitAttrs. */
import { type AttrField, type AttrSchema, type Attrs, type AttrValue, attrSchema } from "@relayscope/ir";
import type { NodeGraph } from "./nodeGraph.ts";

/**
 * The attributes that a struct's node holds: texts and numbers are in it, anything else is a node of its own. A call of
 * a function names the struct.
 */
export function attributeStruct(graph: NodeGraph, index: number, schema: AttrSchema | undefined, isOperator: boolean): Attrs | undefined {
  if (index === 0) return undefined;
  const node = graph.node(index);
  if (schema) {
    const values = schema.fields.map((f) => {
      const text = node.attrs[f.name];
      return text === undefined ? (f.default ?? null) : fieldValue(graph, text, f);
    });
    return { schema, values };
  }
  const fields = Object.entries(node.attrs).filter(([name]) => name !== "span");
  if (!isOperator) fields.push(["attrs_type_key", node.type]);
  return {
    schema: attrSchema(
      "",
      fields.map(([name]) => ({ name, type: "object" })),
    ),
    values: fields.map(([, text]) => openValue(graph, text)),
  };
}

function fieldValue(graph: NodeGraph, text: string, field: AttrField): AttrValue {
  switch (field.type) {
    case "int":
    case "int64":
      // A truth value that the reference keeps as an object is a node of its own.
      if (typeof field.default === "boolean") return graph.attribute(Number(text)) ?? null;
      return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(/^-?\d+$/.test(text) ? text : 0);
    case "float":
    case "double":
      return { kind: "Float", value: Number(text) };
    case "bool":
      return text === "1" || text === "true";
    case "dtype":
      return text;
    case "string":
      // Either the text itself or the number of a text's node.
      return /^\d+$/.test(text) && graph.node(Number(text)).type === "runtime.String" ? graph.text(Number(text)) : text;
    case "int[]":
    case "object":
      return graph.attribute(Number(text)) ?? null;
  }
}

/** A value of an unknown struct: a node's if the text is the number of one that can be read. */
function openValue(graph: NodeGraph, text: string): AttrValue {
  if (!/^-?[\d.]+(?:e[-+]?\d+)?$/.test(text)) return text;
  const index = Number(text);
  const value = Number.isInteger(index) && index > 1 && index < graph.size ? graph.attribute(index) : undefined;
  return value ?? (text.includes(".") ? { kind: "Float", value: index } : index);
}
