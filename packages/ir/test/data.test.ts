import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  attrOf,
  attrSchema,
  attrValuesEqual,
  diagnostic,
  dimsEqual,
  elementOf,
  funcType,
  halfToNumber,
  makeAttrs,
  nearestName,
  nearestOperator,
  numberToHalf,
  scalarTensor,
  scalarType,
  type Type,
  type TypeVar,
  tensorType,
  tupleType,
  typeExtent,
  typesEqual,
  typeText,
  typeWriter,
  withAttrs,
} from "../src/index.ts";

describe("types", () => {
  test.each([
    [scalarType("float32"), "float32"],
    [tensorType([1, "?", { kind: "LongDim", value: 3 }], "int8"), "Tensor[(1, ?, 3i64), int8]"],
    [tensorType([5], "bool"), "Tensor[(5), bool]"],
    [tupleType([scalarType("int32")]), "(int32,)"],
    [tupleType([]), "()"],
    [funcType([scalarType("int32")], tupleType([])), "fn (int32) -> ()"],
  ])("print as the reference prints them: %#", (type, text) => {
    expect(typeText(type)).toBe(text);
  });

  const ladder = (levels: number): Type => {
    let type: Type = scalarType("int8");
    for (let i = 0; i < levels; i++) type = tupleType([type, type]);
    return type;
  };

  test("are measured without being written, in each place where they are", () => {
    expect(typeExtent(scalarType("int8"))).toEqual({ depth: 1, size: 1 });
    expect(typeExtent(ladder(3))).toEqual({ depth: 4, size: 15 });
    expect(typeExtent(ladder(1_000)).depth).toBe(1_001);
  });

  test("are written to a limit, as deep as they nest", () => {
    const text = typeText(ladder(6));
    expect(typeWriter({}, 1_000)(ladder(6))).toBe(text);
    expect(typeWriter({}, 40)(ladder(5_000))).toHaveLength(40);
    expect(typeWriter({}, 40)(tupleType(new Array(100).fill(scalarType("int8"))))).toBe(`${`(${"int8, ".repeat(40)}`.slice(0, 39)}…`);
  });

  test("functions are equal up to the names of their type parameters", () => {
    const identity = (name: string) => {
      const v: TypeVar = { kind: "TypeVar", name, typeKind: "Type" };
      return funcType([v], v, [v]);
    };
    expect(typesEqual(identity("A"), identity("B"))).toBe(true);
    const [a, b]: TypeVar[] = [
      { kind: "TypeVar", name: "A", typeKind: "Type" },
      { kind: "TypeVar", name: "A", typeKind: "Type" },
    ];
    expect(a && b && typesEqual(a, b)).toBe(false);
  });

  test("an int64 size equals the plain one; `?` equals only itself", () => {
    expect(dimsEqual({ kind: "LongDim", value: 3 }, 3)).toBe(true);
    expect(dimsEqual("?", 3)).toBe(false);
    expect(dimsEqual("?", "?")).toBe(true);
  });
});

describe("attributes", () => {
  const schema = attrSchema("relay.attrs.Test", [
    { name: "axis", type: "int", default: -1 },
    { name: "units", type: "object" },
  ]);

  test("defaults fill in, changes copy, no change keeps the object", () => {
    const attrs = makeAttrs(schema, { units: 4 });
    expect(attrOf(attrs, "axis")).toBe(-1);
    expect(attrOf(attrs, "constructor")).toBeUndefined();
    expect(withAttrs(attrs, { axis: -1 })).toBe(attrs);
    expect(attrOf(withAttrs(attrs, { axis: 1 }), "axis")).toBe(1);
  });

  test("width and kind of numbers count", () => {
    expect(attrValuesEqual(2, { kind: "Int", value: 2, dtype: "int64" })).toBe(false);
    expect(attrValuesEqual({ kind: "Float", value: 1 }, 1)).toBe(false);
    expect(attrValuesEqual([1, [2, null]], [1, [2, null]])).toBe(true);
  });
});

describe("tensors", () => {
  test("half precision survives a round trip for every bit pattern that is a number", () => {
    for (let bits = 0; bits < 0x10000; bits++) {
      const value = halfToNumber(bits);
      if (!Number.isNaN(value)) expect(numberToHalf(value)).toBe(bits);
    }
  });

  test("rounding to half precision takes the nearest neighbor", () => {
    fc.assert(
      fc.property(fc.double({ min: -65000, max: 65000, noNaN: true }), (x) => {
        const bits = numberToHalf(x);
        const error = Math.abs(halfToNumber(bits) - x);
        for (const neighbor of [bits - 1, bits + 1]) {
          const other = halfToNumber(neighbor & 0xffff);
          if (Number.isFinite(other)) expect(error).toBeLessThanOrEqual(Math.abs(other - x));
        }
      }),
    );
  });

  test("integers wrap", () => {
    const t = scalarTensor(300, "int8");
    expect(t && elementOf(t, 0)).toBe(44);
    const u = scalarTensor(2n ** 63n, "int64");
    expect(u && elementOf(u, 0)).toBe(-(2n ** 63n));
  });
});

test("a near name is found, a far one is not", () => {
  expect(nearestName("nn.conv2D", ["nn.conv1d", "nn.conv2d", "nn.dense"])).toBe("nn.conv2d");
  expect(nearestName("prot", ["host", "port"])).toBe("port");
  expect(nearestOperator("nn.sigmoid", ["nn.softmax", "qnn.sigmoid", "sigmoid"])).toBe("sigmoid");
  expect(nearestOperator("relu", ["nn.leaky_relu", "nn.relu"])).toBe("nn.relu");
  expect(nearestOperator("nn.con2d", ["nn.conv1d", "nn.conv2d"])).toBe("nn.conv2d");
  expect(nearestName("zzz", ["nn.conv2d"])).toBeUndefined();
});

test("a diagnostic takes its place from its node", () => {
  expect(diagnostic("x", "y", { span: { start: 1, end: 2 } })).toMatchObject({ severity: "error", span: { start: 1, end: 2 }, hints: [] });
});
