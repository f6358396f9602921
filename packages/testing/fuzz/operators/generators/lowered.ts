/**
 * Random calls that need more than typed parameters: constants and devices from a metadata section, declared types,
 * tuples written out. They are made as texts, which both sides read. Among them are operators that the reference names
 * without typing their calls.
 */
import { type Type, tensorType, tupleType, typeText } from "@relayscope/ir";
import type { Random } from "../../random.ts";
import type { Generator, GeneratorTable } from "../generator.ts";
import { constantMetadata, deviceMetadata } from "../metadata.ts";
import type { Pieces } from "../pieces.ts";

function asText(make: (r: Pieces) => string): Generator {
  return (r) => ({ args: [], text: make(r) });
}

function main(types: readonly (Type | string)[], body: string): string {
  const params = types.map((type, i) => `%a${i}: ${typeof type === "string" ? type : typeText(type)}`);
  return `def @main(${params.join(", ")}) { ${body} }`;
}

const numbers = ["float32", "float32", "int32", "int64"] as const;

const parameter = (i: number) => `%a${i}`;
const heldConstant = (i: number) => `meta[relay.Constant][${i}]`;

function arange(random: Random): string {
  const dtype = random.pick(numbers);
  const dtypes = random.many(3, () => (random.chance(0.95) ? dtype : random.pick(numbers)));
  const attrs = (value: (i: number) => string) => ["start", "stop", "step"].map((name, i) => `${name}=${value(i)}`).join(", ");
  const call = (value: (i: number) => string) =>
    `arange(${[0, 1, 2].map(value).join(", ")}, ${attrs(value)}, dtype="${random.chance(0.9) ? dtype : "float32"}")`;
  if (random.chance(0.25)) return main(dtypes, call(parameter));
  const values = [random.int(-4, 4), random.int(-2, 12), random.pick([1, 1, 2, 3, -1, 0])];
  const constants = values.map((value, i) => ({ dtype: dtypes[i] as string, shape: [], values: [value] }));
  return `${main([], call(heldConstant))}\n\n${constantMetadata(constants)}`;
}

function someType(r: Pieces): Type {
  return r.chance(0.75) ? r.tensor() : tupleType(r.many(r.int(0, 3), () => r.tensor()));
}

function deviceCopy(random: Pieces): string {
  const devices = "src_virtual_device=meta[VirtualDevice][0], dst_virtual_device=meta[VirtualDevice][1]";
  return `${main([someType(random)], `device_copy(%a0, ${devices})`)}\n\n${deviceMetadata(2)}`;
}

const storage = "type Storage { Held, }\n\n";

function wholeNumber(random: Random): Type {
  return tensorType(random.chance(0.9) ? [] : [1], random.chance(0.9) ? "int64" : "int32");
}

function allocStorage(random: Random): string {
  const types = [wholeNumber(random), tensorType([random.int(0, 4)], "int64"), wholeNumber(random)];
  const body = `memory.alloc_storage(%a0, %a1, %a2, dtype="float32", virtual_device=meta[VirtualDevice][0])`;
  return `${random.chance(0.9) ? storage : ""}${main(types, body)}\n\n${deviceMetadata(1)}`;
}

function allocTensor(random: Random): string {
  const shape = random.many(random.int(0, 4), () => random.int(1, 6));
  const dtype = random.pick(["float32", "int8", "bool"]);
  const held = random.chance(0.9) ? "Storage[]" : "int64";
  const attrs = `dtype="${dtype}", const_shape=meta[relay.Constant][0], assert_shape=${random.chance(0.7) ? "[]" : `[${shape.join(", ")}]`}`;
  const body = `memory.alloc_tensor(%a0, %a1, meta[relay.Constant][0], ${attrs})`;
  const constant = { dtype: random.pick(["int64", "int64", "int32"]), shape: [shape.length], values: shape };
  return `${storage}${main([held, wholeNumber(random)], body)}\n\n${constantMetadata([constant])}`;
}

/** A function's type, and types of arguments that mostly fit. */
function signature(random: Pieces, result: Type): { readonly callee: string; readonly args: readonly Type[] } {
  const params = random.many(random.int(0, 3), () => someType(random));
  const args = params.map((type) => (random.chance(0.85) ? type : someType(random)));
  return {
    callee: `fn (${params.map((type) => typeText(type)).join(", ")}) -> ${typeText(result)}`,
    args: random.chance(0.9) ? args : args.slice(1),
  };
}

function callLowered(random: Pieces): string {
  const { callee, args } = signature(random, someType(random));
  const given = args.map((_, i) => `%a${i + 1}`);
  return main([callee, ...args], `call_lowered(%a0, (${given.join(", ")}${given.length === 1 ? "," : ""}))`);
}

function invokeOperator(random: Pieces): string {
  const result = someType(random);
  const { callee, args } = signature(random, result);
  const outputs = result.kind === "TupleType" ? result : tupleType([result]);
  const given = random.chance(0.85) ? outputs : tupleType([someType(random)]);
  return main([callee, tupleType(args), random.chance(0.95) ? given : someType(random)], "vm.invoke_tvm_op(%a0, %a1, %a2)");
}

function untyped(operator: string): GeneratorTable {
  return { [operator]: asText((random) => main([someType(random)], `${operator}(%a0)`)) };
}

export const loweredGenerators: GeneratorTable = {
  arange: asText(arange),
  device_copy: asText(deviceCopy),
  debug: asText((random) => main([someType(random)], "debug(%a0, debug_func=None)")),
  "memory.alloc_storage": asText(allocStorage),
  "memory.alloc_tensor": asText(allocTensor),
  call_lowered: asText(callLowered),
  "vm.invoke_tvm_op": asText(invokeOperator),
  "parser.MetaRef": asText((random) =>
    main([], `parser.MetaRef(node_type_key="${random.pick(["relay.Constant", "IRModule"])}", node_index=${random.int(0, 3)})`),
  ),
  ...untyped("annotation.with_funcid"),
  ...untyped("hardswish"),
  ...untyped("scatter"),
};
