import { type AttrValue, type Dim, makeAttrs, type Type, tensorType, tupleType, typeText } from "@relayscope/ir";
import { describe, expect, it } from "vitest";
import { operators } from "../src/index.ts";
import { inferNewShape } from "../src/relations/reshape.ts";

const long = (value: number): Dim => ({ kind: "LongDim", value });
const tensor = (...shape: Dim[]): Type => tensorType(shape, "float32");

/** What a relation answers: the type's text, or its refusal; and what it says of its arguments. */
function ask(name: string, types: readonly Type[], attrs: Readonly<Record<string, AttrValue>> = {}, known?: Type) {
  const definition = operators.get(name);
  const assigned: string[] = [];
  let refusal: string | undefined;
  const type = definition?.relation?.(types, definition.attrs && makeAttrs(definition.attrs, attrs), {
    assign: (index, expected) => assigned.push(`${index}: ${typeText(expected)}`),
    fail: (message) => {
      refusal = message;
      return undefined;
    },
    canEqual: () => true,
    knownResult: () => known,
  });
  return { answer: refusal ?? (type && typeText(type)), assigned };
}

describe("broadcasting", () => {
  it.each<[Dim[], Dim[], string]>([
    [[3, 1], [4], "Tensor[(3, 4), float32]"],
    [["?", 4], [3, 1], "Tensor[(3, 4), float32]"],
    [["?", 1], [1, "?"], "Tensor[(?, ?), float32]"],
    [[long(3), 4], [3, long(4)], "Tensor[(3i64, 4), float32]"],
    [[1], [long(1)], "Tensor[(1i64), float32]"],
    [[], [2, 3], "Tensor[(2, 3), float32]"],
  ])("of %j and %j", (a, b, expected) => {
    expect(ask("add", [tensor(...a), tensor(...b)]).answer).toBe(expected);
  });

  it("refuses sizes that differ, and data types that differ", () => {
    expect(ask("add", [tensor(2, 3), tensor(2, 4)]).answer).toContain("can't be broadcast");
    expect(ask("add", [tensor(2), tensorType([2], "int8")]).answer).toContain("`float32` and `int8`");
  });

  it("waits for holes", () => {
    expect(ask("add", [tensor(2), { kind: "IncompleteType", typeKind: "Type" }]).answer).toBeUndefined();
  });
});

describe("reshape", () => {
  it.each<[Dim[], Dim[], Dim[]]>([
    [
      [2, 3, 4],
      [0, -1],
      [2, 12],
    ],
    [
      [2, 3, 4],
      [-2, 1],
      [2, 3, 4, 1],
    ],
    [
      [2, 3, 4],
      [-3, 4],
      [6, 4],
    ],
    [
      [2, 3, 4],
      [-4, 1, 2, -2],
      [1, 2, 3, 4],
    ],
    [
      [2, 3, 4],
      [-4, -1, 2, 0, 0],
      [1, 2, 3, 4],
    ],
    [
      ["?", 4],
      [-1, 2],
      ["?", 2],
    ],
    [[2, 3], [long(6)], [long(6)]],
  ])("%j to %j", (from, to, expected) => {
    expect(inferNewShape(from, to, false)).toEqual(expected);
  });

  it("refuses another number of elements", () => {
    expect(ask("reshape", [tensor(2, 3)], { newshape: [4] }).answer).toContain("6 elements, not 4");
  });

  it("puts an inferred size where -1 is in the list, as the reference does", () => {
    expect(inferNewShape([2, 3], [-2, -1], false)).toEqual([2, 1, 1]);
  });
});

describe("joining and splitting", () => {
  it("keeps a partly known size only where the joined axis is unknown", () => {
    expect(ask("concatenate", [tupleType([tensor(1, 3), tensor(1, "?")])], { axis: 0 }).answer).toBe("Tensor[(2, ?), float32]");
    expect(ask("concatenate", [tupleType([tensor("?", 3), tensor("?", "?")])], { axis: 0 }).answer).toBe("Tensor[(?, 3), float32]");
  });

  it("splits by count and by place", () => {
    expect(ask("split", [tensor(6)], { indices_or_sections: 3, axis: 0 }).answer).toBe(
      "(Tensor[(2), float32], Tensor[(2), float32], Tensor[(2), float32])",
    );
    expect(ask("split", [tensor(6)], { indices_or_sections: [1, 4], axis: 0 }).answer).toBe(
      "(Tensor[(1), float32], Tensor[(3), float32], Tensor[(2), float32])",
    );
    expect(ask("split", [tensor(6)], { indices_or_sections: 4, axis: 0 }).answer).toContain("4 equal pieces");
  });

  it("sums by Einstein's convention", () => {
    expect(ask("einsum", [tupleType([tensor(2, 3), tensor(3, 4)])], { equation: "ij,jk->ik" }).answer).toBe("Tensor[(2, 4), float32]");
    expect(ask("einsum", [tupleType([tensor(5, 2, 3), tensor(1, 3, 4)])], { equation: "...ij,...jk->...ik" }).answer).toBe(
      "Tensor[(5, 2, 4), float32]",
    );
  });
});

describe("what depends on an unknown size", () => {
  it("is symbolic where the reference computes with it", () => {
    expect(ask("cumsum", [tensor("?", 4)]).answer).toMatch(/^Tensor\[\(meta\[tir\.Mul\]/u);
    expect(ask("cumsum", [tensor("?", 4)], { axis: 0 }).answer).toBe("Tensor[(?, 4), float32]");
  });

  it("stays int64 where it was", () => {
    expect(ask("argmax", [tensor(long(3), 4)], { axis: [1] }).answer).toBe("Tensor[(3i64), int64]");
    expect(ask("argmax", [tensor(3, 4)], { axis: [1] }).answer).toBe("Tensor[(3), int32]");
  });
});

describe("what a relation says of its arguments", () => {
  it("fills the generator's state and the bounds", () => {
    const hole: Type = { kind: "IncompleteType", typeKind: "Type" };
    const { assigned } = ask("random.uniform", [hole, hole, hole], { out_shape: [2], out_dtype: "float32" });
    expect(assigned).toEqual(["0: Tensor[(10), uint64]", "1: float32", "2: float32"]);
  });

  it("checks a stretched shape only where the call's type is known beforehand", () => {
    const attrs = { shape: [1, 4] };
    expect(ask("broadcast_to", [tensor(3, 4)], attrs).answer).toBe("Tensor[(1, 4), float32]");
    expect(ask("broadcast_to", [tensor(3, 4)], attrs, tensor(1, 4)).answer).toContain("must be the same type");
  });
});
