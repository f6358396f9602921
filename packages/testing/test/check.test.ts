/**
 * What a check of meaning answers: a difference where there is one, a reason where it cannot tell, and no overflow on
 * deep modules.
 */
import { checkMeaning, type MeaningAnswer } from "@relayscope/evaluate";
import { inferTypes, relatedType } from "@relayscope/infer";
import { call, drained, type Expr, func, let_, type Module, moduleOf, op, tensorType, variable } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { parseModule } from "@relayscope/text";
import { describe, expect, it } from "vitest";
import { valueGenerators } from "../fuzz/kernels/valueGenerators.ts";
import { caseModule, caseText } from "../fuzz/operators/case.ts";
import { mutated } from "../fuzz/operators/mutate.ts";
import { randomFrom } from "../fuzz/random.ts";

const keep = { originsOf: (e: Expr) => [e] };

function read(text: string): Module {
  return inferTypes(parseModule(text, { operators }).module, operators, { trust: "nothing" }).module;
}

function check(before: Module, after: Module, budget = 1e8): MeaningAnswer {
  return drained(checkMeaning(before, after, keep, { runs: 2, seed: 1, budget }));
}

describe("a check of meaning", () => {
  it("reports another operator, and where", () => {
    const answer = check(
      read("def @main(%x: Tensor[(2, 3), int32]) { add(%x, 2) }"),
      read("def @main(%x: Tensor[(2, 3), int32]) { add(%x, 3) }"),
    );
    expect(answer).toMatchObject({ kind: "different", largest: 1, difference: { run: 1, index: [0, 0] } });
  });

  it("reports another shape", () => {
    const answer = check(
      read("def @main(%x: Tensor[(2, 3), float32]) { transpose(%x) }"),
      read("def @main(%x: Tensor[(2, 3), float32]) { nn.relu(%x) }"),
    );
    expect(answer).toMatchObject({ kind: "different", difference: { before: "float32 (3, 2)", after: "float32 (2, 3)" } });
  });

  it("lets floats differ by little", () => {
    const answer = check(
      read("def @main(%x: Tensor[(64), float32]) { add(multiply(%x, 3f), %x) }"),
      read("def @main(%x: Tensor[(64), float32]) { multiply(%x, 4.000001f) }"),
    );
    expect(answer.kind).toBe("same");
  });

  it("runs recursion, branches and data types", () => {
    const text = `type List[A] { Cons(A, List[A]), Nil, }
def @sum(%l: List[int32]) -> int32 { match (%l) { Cons(%h, %t) => add(%h, @sum(%t)), Nil => 0 } }
def @main(%x: int32) -> int32 {
  let %down = fn (%i: int32) -> int32 { if (less(%i, 1)) { 0 } else { add(%i, %down(subtract(%i, 1))) } };
  add(%down(%x), @sum(Cons(%x, Cons(2, Nil))))
}`;
    expect(check(read(text), read(text))).toMatchObject({ kind: "same", largest: 0 });
  });

  it("says why it cannot decide", () => {
    const other = read("def @main(%x: Tensor[(1, 4, 8, 8), float32]) { nn.correlation(%x, %x) }");
    expect(check(other, other)).toMatchObject({ kind: "unknown", reason: expect.stringContaining("`nn.correlation`") });
    const large = read("def @main(%x: Tensor[(64, 64), float32]) { nn.dense(%x, %x) }");
    expect(check(large, large, 1000)).toMatchObject({ kind: "unknown", reason: expect.stringContaining("262,144") });
    const open = read("def @main(%x: Tensor[(?, 64), float32]) { nn.relu(%x) }");
    expect(check(open, open)).toMatchObject({ kind: "unknown", reason: expect.stringContaining("%x") });
  });

  it("reports an error of one call for its function, as a defect", () => {
    const module = read("def @main(%x: Tensor[(2, 3), float32]) { nn.relu(%x) }");
    const typeOf = () => {
      throw new RangeError("Invalid array length");
    };
    const answer = drained(checkMeaning(module, module, keep, { runs: 1, seed: 1, budget: 1e8, typeOf }));
    expect(answer).toMatchObject({ kind: "unknown", reason: expect.stringMatching(/internal error.*Invalid array length/u) });
  });

  it.each([
    ["another rank", "nn.pad(%x, 0f, pad_width=[[0, 0], [1, 1]]) /* ty=Tensor[(1, 2, 3, 5), float32] */"],
    ["a negative size", "nn.deformable_conv2d(%x, %x, %x, kernel_size=[5, 5], channels=4) /* ty=Tensor[(1, 4, -1, -1), float32] */"],
    ["other channels", "nn.conv2d_transpose(%x, %x, kernel_size=[3, 3], channels=2) /* ty=Tensor[(1, 4, 5, 5), int64] */"],
    ["no axis of that number", "sort(%x, axis=4) /* ty=Tensor[(1, 2, 3, 3), float32] */"],
  ])("does not compute what the text claims: %s", (_, call) => {
    const text = `def @main(%x: Tensor[(1, 2, 3, 3), float32]) { ${call} }`;
    const claimed = inferTypes(parseModule(text, { operators }).module, operators, { trust: "types" }).module;
    const options = { runs: 1, seed: 1, budget: 1e8, typeOf: relatedType(operators) };
    const answer = drained(checkMeaning(claimed, claimed, keep, options));
    expect(answer).toMatchObject({ kind: "unknown", reason: expect.not.stringContaining("internal") });
  });

  it("ends no check by an error, whatever a call's attributes and types are", () => {
    const typeOf = relatedType(operators);
    const stopped: string[] = [];
    for (const [name, generate] of valueGenerators) {
      for (let seed = 0; seed < 12; seed++) {
        const random = randomFrom(seed * 10_007 + name.length);
        const made = mutated(generate(random), random);
        const { module } = inferTypes(caseModule(made, operators), operators, { trust: "nothing" });
        const answer = drained(checkMeaning(module, module, keep, { runs: 1, seed, budget: 1e6, typeOf }));
        if (answer.kind === "different" || (answer.kind === "unknown" && /internal/u.test(answer.reason.replaceAll(name, ""))))
          stopped.push(caseText(made));
      }
    }
    expect(stopped).toEqual([]);
  });

  it("does not overflow on chains and lets of 100,000", () => {
    const type = tensorType([2], "float32");
    const x = variable("x", type, { checkedType: type });
    let chain: Expr = x;
    for (let i = 0; i < 100_000; i++) chain = call(op("negative"), [chain], undefined, { checkedType: type });
    const bound = Array.from({ length: 100_000 }, (_, i) => variable(`v${i}`, type, { checkedType: type }));
    let lets: Expr = bound.at(-1) ?? x;
    for (let i = bound.length - 1; i >= 0; i--) {
      const value = call(op("negative"), [bound[i - 1] ?? x], undefined, { checkedType: type });
      lets = let_(bound[i] ?? x, value, lets, { checkedType: type });
    }
    const module = (body: Expr) => moduleOf([["main", func({ params: [x], body })]]);
    expect(check(module(chain), module(lets))).toMatchObject({ kind: "same", largest: 0 });
  });
});
