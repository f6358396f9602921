/** Reads the metadata section. Follows src/relay/printer/meta_data.h. */
import { type AttrValue, keptIn } from "@relayscope/ir";
import { attributeStruct } from "./attributeStruct.ts";
import { type Metadata, noMetadata } from "./metadata.ts";
import { type NodeGraph, readNodeGraph } from "./nodeGraph.ts";

/** The metadata that a JSON text holds; `problem` says why where it cannot be read. */
export function readMetadata(json: string): Metadata {
  const graph = readNodeGraph(json);
  if (typeof graph === "string") return { ...noMetadata, problem: graph };
  const tables = tablesOf(graph);
  const attributes = new Map<number, AttrValue | undefined>();
  return {
    isPresent: true,
    constant(index) {
      const at = tables.get("relay.Constant")?.[index];
      return at === undefined ? undefined : graph.tensor(Number(graph.node(at).attrs.data ?? -1));
    },
    struct(type, index, schema) {
      const at = tables.get(type)?.[index];
      return at === undefined || graph.node(at).type !== type ? undefined : attributeStruct(graph, at, schema, true);
    },
    attribute(type, index) {
      const at = tables.get(type)?.[index];
      // One object per index: it gets one number where it is printed.
      return at === undefined ? undefined : keptIn(attributes, at, () => graph.attribute(at));
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
