/** Depth is not a recursion, and growth is linear. */
import { growthOf } from "@relayscope/cases/work";
import {
  call,
  type Expr,
  func,
  let_,
  type Module,
  makeAttrs,
  moduleOf,
  op,
  tensorType,
  tuple,
  tupleGetItem,
  typeText,
  variable,
} from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { describe, expect, test } from "vitest";
import { inferTypes } from "../src/index.ts";

const type = tensorType([1, 16, 8, 8], "float32");
const deep = 100_000;

function typed(body: Expr, params = [input]) {
  const { module, diagnostics } = inferTypes(moduleOf([["main", func({ params, body })]]), operators, { trust: "nothing" });
  expect(diagnostics).toEqual([]);
  const result = module.functions.get("main")?.body.checkedType;
  return result && typeText(result);
}

const input = variable("x", type);

test("a chain of 100,000 calls", () => {
  const weight = variable("w", tensorType([16, 16, 3, 3], "float32"));
  const schema = operators.get("nn.conv2d")?.attrs;
  const attrs = schema && makeAttrs(schema, { padding: [1, 1, 1, 1] });
  let body: Expr = input;
  for (let i = 0; i < deep / 4; i++) {
    body = call(op("nn.relu"), [call(op("nn.conv2d"), [body, weight], attrs)]);
    body = call(op("sigmoid"), [call(op("add"), [body, input])]);
  }
  expect(typed(body, [input, weight])).toBe(typeText(type));
});

test("100,000 nested lets", () => {
  const variables = Array.from({ length: deep }, (_, i) => variable(`v${i}`));
  let body: Expr = variables[deep - 1] as Expr;
  for (let i = deep - 1; i >= 0; i--) {
    body = let_(variables[i] as (typeof variables)[number], call(op("nn.relu"), [i === 0 ? input : (variables[i - 1] as Expr)]), body);
  }
  expect(typed(body)).toBe(typeText(type));
});

test("a ladder of shared tuples, exponential as a tree", () => {
  let body: Expr = input;
  for (let i = 0; i < 5_000; i++) {
    const pair = tuple([body, body]);
    body = call(op("add"), [tupleGetItem(pair, 0), tupleGetItem(pair, 1)]);
  }
  expect(typed(body)).toBe(typeText(type));
});

test("closures called in a row, each parameter typed by its call alone", () => {
  let body: Expr = input;
  for (let i = 0; i < 2_000; i++) {
    const parameter = variable("p");
    body = call(func({ params: [parameter], body: call(op("exp"), [parameter]) }), [body]);
  }
  expect(typed(body)).toBe(typeText(type));
});

test("3,000 functions in one another, each called in the one around it", () => {
  let body: Expr = call(op("exp"), [input]);
  for (let i = 0; i < 3_000; i++) {
    const parameter = variable("p");
    body = call(func({ params: [parameter], body: tupleGetItem(tuple([body, parameter]), 0) }), [input]);
  }
  expect(typed(body)).toBe(typeText(type));
});

const run = (module: Module) => inferTypes(module, operators, { trust: "nothing" });

test("functions that give functions are typed as deep as a type may be, and cost each level alike", async () => {
  const nested = (levels: number): Module => {
    let body: Expr = input;
    for (let i = 0; i < levels; i++) body = func({ params: [variable("p", type)], body });
    return moduleOf([["main", func({ params: [input], body })]]);
  };
  expect(run(nested(300)).diagnostics).toEqual([]);
  expect(run(nested(500)).diagnostics.map(({ code }) => code)).toContain("type-too-large");
  expect(await growthOf(run, nested(800), nested(2_400))).toBeLessThan(4.2);
});

test("a closure that returns a wide tuple, typed by its call alone: each item costs itself", async () => {
  const wide = (items: number) => {
    const parameter = variable("p");
    const parts = Array.from({ length: items }, () => call(op("exp"), [parameter]));
    const result = call(func({ params: [parameter], body: tuple(parts) }), [input]);
    const body = tuple(parts.map((_, i) => call(op("nn.relu"), [tupleGetItem(result, i)])));
    return moduleOf([["main", func({ params: [input], body })]]);
  };
  expect(run(wide(3)).diagnostics).toEqual([]);
  expect(await growthOf(run, wide(200), wide(1_600))).toBeLessThan(12);
});

describe("a ladder of tuples, twice as large with each line", () => {
  const ladder = (lines: number): Module => {
    let body: Expr = input;
    for (let i = 0; i < lines; i++) body = tuple([body, body]);
    return moduleOf([["main", func({ params: [input], body })]]);
  };

  test("is typed as far as a type may grow; the line beyond says so and is unknown, and the next ones begin again", () => {
    expect(run(ladder(19)).diagnostics).toEqual([]);
    expect(run(ladder(20)).diagnostics.map(({ code }) => code)).toEqual(["type-too-large"]);
    expect(run(ladder(100)).diagnostics.map(({ code }) => code)).toEqual(new Array(5).fill("type-too-large"));
  });

  test("costs each line once", async () => {
    expect(await growthOf(run, ladder(200), ladder(800))).toBeLessThan(5);
  });
});
