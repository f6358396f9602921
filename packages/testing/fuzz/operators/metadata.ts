/** Metadata sections as the reference writes them: a graph of nodes in JSON, arrays in base64. */
export interface ConstantValue {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly values: readonly number[];
}

/** A section whose `meta[relay.Constant][n]` are these. */
export function constantMetadata(constants: readonly ConstantValue[]): string {
  const nodes = constants.map((_, i) => ({
    type_key: "relay.Constant",
    attrs: { _checked_type_: "0", data: String(i), span: "0", virtual_device_: String(anyDevice + constants.length) },
  }));
  const device = { type_key: "VirtualDevice", attrs: deviceAttrs(-1, -1, anyDevice + constants.length + 1) };
  return section("relay.Constant", nodes, [device, emptyString], constants.map(arrayBytes));
}

/** A section whose `meta[VirtualDevice][n]` are processors of these numbers. */
export function deviceMetadata(count: number): string {
  const nodes = Array.from({ length: count }, (_, i) => ({ type_key: "VirtualDevice", attrs: deviceAttrs(1, i, anyDevice + count) }));
  return section("VirtualDevice", nodes, [emptyString], []);
}

/** Where the nodes begin: after the empty node, the map and its list. */
const anyDevice = 3;

const emptyString = { type_key: "runtime.String" };

function deviceAttrs(kind: number, number: number, scope: number): Record<string, string> {
  return { device_type_int: String(kind), memory_scope: String(scope), target: "0", virtual_device_id: String(number) };
}

function section(key: string, nodes: readonly object[], others: readonly object[], arrays: readonly string[]): string {
  const map = { type_key: "Map", keys: [key], data: [2] };
  const list = { type_key: "Array", data: nodes.map((_, i) => anyDevice + i) };
  const graph = {
    root: 1,
    nodes: [{ type_key: "" }, map, list, ...nodes, ...others],
    b64ndarrays: arrays,
    attrs: { tvm_version: "0.19.0" },
  };
  return `#[metadata]\n${JSON.stringify(graph)}\n`;
}

/** Magic, reserved, device, rank, dtype (code, bits, lanes), shape, byte length, data. */
function arrayBytes({ dtype, shape, values }: ConstantValue): string {
  const [, kind, bits] = /^(int|float)(\d+)$/u.exec(dtype) ?? [];
  const width = Number(bits) / 8;
  const head = 32 + 8 * shape.length;
  const bytes = Buffer.alloc(head + width * values.length);
  bytes.writeBigUInt64LE(0xdd5e40f096b4a13fn, 0);
  bytes.writeInt32LE(1, 16);
  bytes.writeInt32LE(shape.length, 24);
  bytes.writeUInt8(kind === "float" ? 2 : 0, 28);
  bytes.writeUInt8(Number(bits), 29);
  bytes.writeUInt16LE(1, 30);
  for (const [i, size] of shape.entries()) bytes.writeBigInt64LE(BigInt(size), 32 + 8 * i);
  const length = Buffer.alloc(8);
  length.writeBigInt64LE(BigInt(width * values.length));
  for (const [i, value] of values.entries()) {
    const at = head + width * i;
    if (kind === "float") bytes.writeFloatLE(value, at);
    else if (width === 8) bytes.writeBigInt64LE(BigInt(value), at);
    else bytes.writeInt32LE(value, at);
  }
  return Buffer.concat([bytes.subarray(0, head), length, bytes.subarray(head)]).toString("base64");
}
