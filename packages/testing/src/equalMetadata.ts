/**
 * Whether the constants of two printed modules agree, wherever both have data: a reader of metadata sections that owes
 * nothing to packages/text.
 */
import { halfToNumber, present } from "@relayscope/ir";
import { metaOrder } from "@relayscope/text";

export interface PrintedModule {
  readonly text: string;
  readonly metadata: string;
}

interface MetadataNode {
  readonly type_key: string;
  readonly keys?: readonly string[];
  readonly data?: readonly number[];
  readonly attrs?: Readonly<Record<string, string>>;
  readonly repr_str?: string;
}

interface MetadataGraph {
  readonly root: number;
  readonly nodes: readonly MetadataNode[];
  readonly b64ndarrays: readonly string[];
}

interface ConstantValues {
  readonly kind: string;
  readonly shape: readonly number[];
  readonly values: readonly number[];
}

/**
 * Undefined where all constants that both have agree within 1e-5, and all boxed integers agree; else what differs
 * first.
 */
export function equalMetadata(expected: PrintedModule, actual: PrintedModule): string | undefined {
  const left = constantsOf(expected.metadata);
  const right = constantsOf(actual.metadata);
  const actualOrder = metaOrder(actual.text);
  const boxes = [boxesOf(expected.metadata), boxesOf(actual.metadata)] as const;
  for (const [i, name] of metaOrder(expected.text).entries()) {
    if (name.startsWith("meta[runtime.BoxInt]")) {
      const [wanted, given] = [boxes[0][indexOf(name)], boxes[1][indexOf(actualOrder[i] ?? "")]];
      if (wanted !== given) return `${name}: expected ${wanted}, got ${given}`;
    }
    const a = left[indexOf(name)];
    const b = right[indexOf(actualOrder[i] ?? "")];
    if (!a || !b || !name.startsWith("meta[relay.Constant]")) continue;
    const difference = valuesDifference(a, b);
    if (difference) return `${name}: ${difference}`;
  }
  return undefined;
}

function indexOf(name: string): number {
  return Number(/\[(\d+)\]$/.exec(name)?.[1] ?? -1);
}

function valuesDifference(a: ConstantValues, b: ConstantValues): string | undefined {
  if (a.kind !== b.kind) return `expected ${a.kind}, got ${b.kind}`;
  if (a.shape.join() !== b.shape.join()) return `expected shape (${a.shape.join(", ")}), got (${b.shape.join(", ")})`;
  const at = a.values.findIndex((x, i) => !isNear(x, present(b.values[i])));
  return at < 0 ? undefined : `element ${at} of ${a.values.length}: expected ${a.values[at]}, got ${b.values[at]}`;
}

function isNear(x: number, y: number): boolean {
  return Object.is(x, y) || x === y || Math.abs(x - y) <= 1e-5 * Math.max(1, Math.abs(x));
}

/** The entries of one kind in a metadata section, by index, as places in its graph. */
function entriesOf(metadata: string, key: string): { readonly graph: MetadataGraph; readonly entries: readonly number[] } {
  const graph = JSON.parse(metadata.replace(/^\s*#\[metadata\]/, "")) as MetadataGraph;
  const table = graph.nodes[graph.root];
  const at = table?.keys?.indexOf(key) ?? -1;
  return { graph, entries: (at < 0 ? undefined : graph.nodes[present(table?.data?.[at])]?.data) ?? [] };
}

function boxesOf(metadata: string): readonly (string | undefined)[] {
  const { graph, entries } = entriesOf(metadata, "runtime.BoxInt");
  return entries.map((node) => graph.nodes[node]?.repr_str);
}

/** The constants of a metadata section by index. */
function constantsOf(metadata: string): readonly (ConstantValues | undefined)[] {
  const { graph, entries } = entriesOf(metadata, "relay.Constant");
  return entries.map((node) => {
    const array = graph.b64ndarrays[Number(graph.nodes[node]?.attrs?.data)];
    return array === undefined ? undefined : readArray(Buffer.from(array, "base64"));
  });
}

/**
 * Layout: magic 8, reserved 8, device 8, ndim 4, dtype (code 1, bits 1, lanes 2), shape 8 each, byte length 8, data.
 */
function readArray(bytes: Buffer): ConstantValues {
  const ndim = bytes.readInt32LE(24);
  const code = bytes.readUInt8(28);
  const bits = bytes.readUInt8(29);
  const shape = Array.from({ length: ndim }, (_, i) => Number(bytes.readBigInt64LE(32 + 8 * i)));
  const start = 32 + 8 * ndim + 8;
  const count = shape.reduce((n, d) => n * d, 1);
  const read = elementReader(code, bits);
  const width = Math.max(1, bits >> 3);
  return { kind: `${code}:${bits}`, shape, values: Array.from({ length: count }, (_, i) => read(bytes, start + i * width)) };
}

function elementReader(code: number, bits: number): (bytes: Buffer, at: number) => number {
  if (code === 2 && bits === 32) return (bytes, at) => bytes.readFloatLE(at);
  if (code === 2 && bits === 64) return (bytes, at) => bytes.readDoubleLE(at);
  if (code === 2) return (bytes, at) => halfToNumber(bytes.readUInt16LE(at));
  if (bits === 64) return code === 0 ? (bytes, at) => Number(bytes.readBigInt64LE(at)) : (bytes, at) => Number(bytes.readBigUInt64LE(at));
  const width = Math.max(1, bits >> 3);
  return code === 0 ? (bytes, at) => bytes.readIntLE(at, width) : (bytes, at) => bytes.readUIntLE(at, width);
}
