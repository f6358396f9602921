/** The metadata section: constants and attribute values that the text refers to as `meta[type][index]`. Follows src/relay/printer/meta_data.h. */
import type { AttrValue, TensorData } from "@relayscope/ir";
import { type NodeGraph, readNodeGraph } from "./nodeGraph.ts";

export interface Metadata {
  readonly isPresent: boolean;
  /** Why it could not be read, or undefined. */
  readonly problem?: string;
  constant(index: number): TensorData | undefined;
  readonly attribute: (type: string, index: number) => AttrValue | undefined;
}

/** What a text without a metadata section has. */
export const noMetadata: Metadata = { isPresent: false, constant: nothing, attribute: nothing };

function nothing(): undefined {
  return undefined;
}

/** The metadata that a JSON text holds; `problem` says why where it cannot be read. */
export function metadataOf(json: string): Metadata {
  const graph = readNodeGraph(json);
  if (typeof graph === "string") return { ...noMetadata, problem: graph };
  const tables = tablesOf(graph);
  return {
    isPresent: true,
    constant(index) {
      const at = tables.get("relay.Constant")?.[index];
      return at === undefined ? undefined : graph.tensor(Number(graph.node(at).attrs.data ?? -1));
    },
    attribute(type, index) {
      const at = tables.get(type)?.[index];
      return at === undefined ? undefined : graph.attribute(at);
    },
  };
}

/** Per type, the nodes in order of their numbers. */
function tablesOf(graph: NodeGraph): ReadonlyMap<string, readonly number[]> {
  const tables = new Map<string, readonly number[]>();
  const root = graph.node(graph.root);
  root.keys.forEach((key, i) => {
    tables.set(key, graph.node(root.data[i] ?? 0).data);
  });
  return tables;
}
