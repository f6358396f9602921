import { describe, expect, test } from "vitest";
import {
  call,
  composeLineage,
  type Expr,
  freeVars,
  func,
  isCallOf,
  let_,
  lineageRecorder,
  op,
  postOrderList,
  rewrite,
  tuple,
  usersOf,
  variable,
} from "../src/index.ts";

const relu = op("nn.relu");

function chain(length: number): Expr {
  let out: Expr = variable("x");
  for (let i = 0; i < length; i++) out = call(relu, [out]);
  return out;
}

function nestedLets(length: number): Expr {
  const x = variable("x");
  let body: Expr = x;
  for (let i = 0; i < length; i++) body = let_(variable(`l${i}`), call(relu, [x]), body);
  return body;
}

describe("walking", () => {
  test("visits a shared node once, children first", () => {
    const x = variable("x");
    const shared = call(relu, [x]);
    const root = tuple([shared, shared]);
    expect(postOrderList(root)).toEqual([relu, x, shared, root]);
  });

  test("counts a user once per use", () => {
    const x = variable("x");
    const root = call(op("add"), [x, x]);
    expect(usersOf(root).get(x)).toEqual([root, root]);
  });

  test("finds free variables in order of first use", () => {
    const [a, b, c] = [variable("a"), variable("b"), variable("c")];
    const body = let_(c, call(relu, [b]), tuple([c, a, b]));
    expect(freeVars(body)).toEqual([b, a]);
    expect(freeVars(func({ params: [a, b], body }))).toEqual([]);
  });

  test.each([
    ["calls", chain],
    ["lets", nestedLets],
  ])("goes through 100,000 %s without recursion", (_, make) => {
    const root = make(100_000);
    expect(postOrderList(root).length).toBeGreaterThan(100_000);
    expect(rewrite(root, {}) === root).toBe(true);
    expect(rewrite(root, { post: (_original, rebuilt) => (rebuilt.kind === "Var" ? variable(rebuilt.name) : rebuilt) }) === root).toBe(
      false,
    );
  });
});

describe("rewriting", () => {
  test("keeps what does not change and shares what does", () => {
    const x = variable("x");
    const kept = call(op("exp"), [x]);
    const changed = call(relu, [x]);
    const root = tuple([kept, changed, changed]);
    const lineage = lineageRecorder();
    const result = rewrite(root, { lineage, post: (_, e) => (isCallOf(e, "nn.relu") ? call(op("tanh"), e.args) : e) });
    if (result.kind !== "Tuple") throw new Error("a tuple was expected");
    expect(result.fields[0]).toBe(kept);
    expect(result.fields[1]).toBe(result.fields[2]);
    expect(lineage.originsOf(result.fields[1] as Expr)).toEqual([changed]);
    expect(lineage.originsOf(result)).toEqual([root]);
    expect(lineage.originsOf(kept)).toEqual([kept]);
  });

  test("`pre` replaces a node with its children unvisited", () => {
    const x = variable("x");
    const inner = call(relu, [x]);
    const root = call(op("exp"), [inner]);
    const seen: Expr[] = [];
    const result = rewrite(root, {
      pre: (e) => (e === inner ? x : undefined),
      post: (original, e) => {
        seen.push(original);
        return e;
      },
    });
    expect(result).toMatchObject({ kind: "Call", args: [x] });
    expect(seen).not.toContain(relu);
  });

  test("a node that takes another's place stems from both", () => {
    const x = variable("x");
    const stop = call(op("annotation.stop_fusion"), [x]);
    const lineage = lineageRecorder();
    rewrite(call(relu, [stop]), { lineage, post: (_, e) => (isCallOf(e, "annotation.stop_fusion") ? (e.args[0] as Expr) : e) });
    expect(new Set(lineage.originsOf(x))).toEqual(new Set([x, stop]));
  });

  test("lineage follows a pass that rewrites what it made, and passes in a row", () => {
    const [a, b, c, d] = [variable("a"), variable("b"), variable("c"), variable("d")];
    const first = lineageRecorder();
    first.record(b, a);
    first.record(c, b);
    expect(first.originsOf(c)).toEqual([a]);
    const second = lineageRecorder();
    second.record(d, c);
    expect(composeLineage(first, second).originsOf(d)).toEqual([a]);
  });
});
