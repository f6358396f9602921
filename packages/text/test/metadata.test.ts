/** The metadata section: read, written back, and read again; constants that share an index are one node. */
import { type AttrValue, constant, elementOf, func, moduleOf, scalarTensor, type TensorData, tuple } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { describe, expect, test } from "vitest";
import { parseModule, printModule } from "../src/index.ts";

const dtypes = [
  "bool",
  "int8",
  "uint8",
  "int16",
  "uint16",
  "int32",
  "uint32",
  "int64",
  "uint64",
  "float16",
  "bfloat16",
  "float32",
  "float64",
];

function constantsOf(text: string) {
  const { module, diagnostics } = parseModule(text, { operators });
  const body = module.functions.get("main")?.body;
  const fields = body?.kind === "Tuple" ? body.fields : [];
  return { diagnostics, constants: fields.flatMap((f) => (f.kind === "Constant" ? [f] : [])) };
}

describe("metadata", () => {
  test("keeps arrays of all dtypes and shapes", () => {
    const tensors: TensorData[] = dtypes.flatMap((dtype) => {
      const scalar = scalarTensor(1, dtype);
      if (!scalar) return [];
      const values = scalar.values.slice(0, 0);
      const six = scalar.values.constructor as new (n: number) => typeof values;
      const filled = new six(6);
      for (let i = 0; i < 6; i++) filled[i] = scalar.values[0] as never;
      return [scalar, { dtype, shape: [2, 3], values: filled }, { dtype, shape: [0], values }];
    });
    const body = tuple(tensors.map((t) => constant(t, { kind: "TensorType", shape: t.shape, dtype: t.dtype })));
    const text = printModule(moduleOf([["main", func({ params: [], body })]]), { showMetadata: true, showVersion: true });
    const { constants, diagnostics } = constantsOf(text);
    expect(diagnostics).toEqual([]);
    expect(constants.map((c) => c.data)).toEqual(tensors);
  });

  test("one index is one node", () => {
    const text =
      "def @main() {\n  (meta[relay.Constant][0] /* ty=Tensor[(2), int8] */, meta[relay.Constant][0] /* ty=Tensor[(2), int8] */)\n}\n";
    const { constants } = constantsOf(text);
    expect(constants[0]).toBe(constants[1]);
    expect(constants[0]?.tensorType).toEqual({ kind: "TensorType", shape: [2], dtype: "int8" });
    expect(constants[0]?.data).toBeUndefined();
  });

  test("a type may be after a later mention", () => {
    const { constants } = constantsOf("def @main() { (meta[relay.Constant][3], meta[relay.Constant][3] /* ty=int8 */) }");
    expect(constants[0]?.tensorType).toEqual({ kind: "TensorType", shape: [], dtype: "int8" });
  });

  test("a section that is cut says so, and the constants keep their types", () => {
    const text = 'def @main() { (meta[relay.Constant][0] /* ty=Tensor[(2), int8] */,) }\n#[metadata]\n{ "root": 1, "nodes": [ {';
    const { constants, diagnostics } = constantsOf(text);
    expect(constants[0]?.tensorType?.dtype).toBe("int8");
    expect(diagnostics.map((d) => d.code)).toEqual(["metadata-unread"]);
  });

  test("a constant beyond the section is reported", () => {
    const whole = printModule(moduleOf([["main", func({ params: [], body: tuple([constant(scalarTensor(3, "int8"), undefined)]) })]]), {
      showMetadata: true,
    });
    const { constants } = constantsOf(whole);
    expect(constants[0]?.data && elementOf(constants[0].data, 0)).toBe(3);
    expect(constantsOf(whole.replace("Constant][0]", "Constant][7]")).diagnostics.map((d) => d.code)).toEqual(["missing-metadata"]);
  });

  /** Attribute structs as the reference's section holds them, after a map and an array. */
  const structs = (type: string, attrs: Record<string, string>, ...further: readonly object[]) =>
    JSON.stringify({
      root: 1,
      nodes: [
        { type_key: "" },
        { type_key: "Map", keys: [type], data: [2] },
        { type_key: "Array", data: [3] },
        { type_key: type, attrs },
        ...further,
      ],
      b64ndarrays: [],
    });
  const integer = (dtype: string, value: string) => ({ type_key: "IntImm", attrs: { dtype, span: "0", value } });

  test.each([
    [
      "an operator's attributes",
      "cumsum(%x, meta[relay.attrs.ScanopAttrs][0])",
      structs("relay.attrs.ScanopAttrs", { axis: "4", dtype: "", exclusive: "5" }, integer("int32", "1"), integer("bool", "1")),
      "cumsum(%x, axis=1, exclusive=True)",
    ],
    [
      "an annotation's compiler",
      "annotation.compiler_begin(%x, meta[relay.attrs.CompilerAttrs][0])",
      structs("relay.attrs.CompilerAttrs", { compiler: "dnnl" }),
      'annotation.compiler_begin(%x, compiler="dnnl")',
    ],
  ])("%s are read from the section", (_, written, section, read) => {
    const { module, diagnostics } = parseModule(`def @main(%x: Tensor[(2, 4), float32]) {\n  ${written}\n}\n#[metadata]\n${section}`, {
      operators,
    });
    expect(diagnostics).toEqual([]);
    expect(printModule(module)).toContain(read);
  });
});

test("floats that a function keeps in boxes are references, one per box", () => {
  const boxed = { kind: "Float", value: 0.5, isBoxed: true } as const;
  const values = {
    plain: { kind: "Float", value: 0.5 },
    boxed,
    again: boxed,
    all: [{ ...boxed, value: Number.POSITIVE_INFINITY }],
  } as const;
  const attrs = new Map<string, AttrValue>(Object.entries(values));
  const number = scalarTensor(1, "int32");
  if (!number) throw new Error("There is no int32.");
  const options = { showMetadata: true };
  const text = printModule(moduleOf([["main", func({ params: [], body: constant(number, undefined), attrs })]]), options);
  const [first, second] = ["meta[runtime.BoxFloat][0]", "meta[runtime.BoxFloat][1]"];
  expect(text).toContain(`(plain=0.5f, boxed=${first}, again=${first}, all=[${second}])`);
  const { module } = parseModule(text, { operators });
  expect(module.functions.get("main")?.attrs).toEqual(attrs);
  expect(printModule(module, options)).toBe(text);
});
