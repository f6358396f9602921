/** Inferring again after a pass: what is typed is left alone, and no stale type survives. */
import {
  call,
  type Expr,
  type Func,
  freeVars,
  func,
  globalVar,
  lineageRecorder,
  makeAttrs,
  mapFunctions,
  moduleOf,
  op,
  postOrder,
  tensorType,
  typeText,
  variable,
} from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { parseModule } from "@relayscope/text";
import { describe, expect, test } from "vitest";
import { inferExpression, inferTypes } from "../src/index.ts";

const small = tensorType([2, 3], "float32");
const large = tensorType([4, 5], "float32");
const relu = (x: Expr) => call(op("nn.relu"), [x]);

function typed(text: string) {
  const { module, diagnostics } = inferTypes(parseModule(text, { operators }).module, operators, { trust: "nothing" });
  expect(diagnostics).toEqual([]);
  return module;
}

function typeOf(expr: Expr | undefined): string | undefined {
  return expr?.checkedType && typeText(expr.checkedType);
}

describe("a typed module", () => {
  test("comes back as it is", () => {
    const module = typed("def @main(%x: Tensor[(2, 3), float32]) { let %y = exp(%x); add(%y, 1f) }");
    expect(inferTypes(module, operators).module).toBe(module);
    expect(inferTypes(module, operators, { trust: "nothing" }).module).toBe(module);
  });

  test("gets types for new nodes only", () => {
    const module = typed("def @main(%x: Tensor[(2, 3), float32]) -> Tensor[(2, 3), float32] { exp(tanh(%x)) }");
    const before = module.functions.get("main") as Func;
    const asked: string[] = [];
    const watching = {
      ...operators,
      get(name: string) {
        asked.push(name);
        return operators.get(name);
      },
    };
    const after = mapFunctions(module, (f) => func({ params: f.params, body: relu(f.body), returnType: f.returnType }));
    const result = inferTypes(after, watching);
    expect(asked).toEqual(["nn.relu"]);
    expect(typeOf(result.module.functions.get("main")?.body)).toBe("Tensor[(2, 3), float32]");
    const body = result.module.functions.get("main")?.body;
    expect(body?.kind === "Call" && body.args[0]).toBe(before.body);
  });

  test("has a rebuilt variable in the nodes that are left alone, too", () => {
    const x = variable("x", undefined, { checkedType: small });
    const inner = call(op("tanh"), [x], undefined, { checkedType: small });
    const kept = call(op("exp"), [inner], undefined, { checkedType: small });
    const { params, body } = inferExpression(func({ params: [x], body: relu(kept) }), undefined, operators).expr as Func;
    expect(params[0]?.annotation).toBe(small);
    expect(freeVars(body)).toEqual([params[0]]);
    expect(freeVars(body)[0]).toBe(params[0]);
  });
});

describe("a function whose signature changed", () => {
  const typed = (main: Func, f: Func, options?: Parameters<typeof inferTypes>[2]) =>
    inferTypes(
      moduleOf([
        ["main", main],
        ["f", f],
      ]),
      operators,
      options,
    );
  const callee = (type: typeof small) => {
    const y = variable("y", type);
    return func({ params: [y], body: relu(y), returnType: type });
  };
  const caller = (type: typeof small) => {
    const x = variable("x", type);
    return func({ params: [x], body: relu(call(globalVar("f"), [x])) });
  };

  test("makes its callers' calls change type", () => {
    const first = typed(caller(small), callee(small));
    expect(first.diagnostics).toEqual([]);
    const typedMain = first.module.functions.get("main") as Func;
    expect(typeOf(typedMain.body)).toBe("Tensor[(2, 3), float32]");
    const z = variable("z", small);
    const changed = func({ params: [z], body: call(op("nn.relu"), [zeros(large)]), returnType: large });
    const second = typed(typedMain, changed, { since: first.module });
    const newMain = second.module.functions.get("main") as Func;
    expect(second.diagnostics.map((d) => d.code)).toEqual(["return-type"]);
    expect(newMain).not.toBe(typedMain);
    expect(typeOf(newMain.body)).toBe("Tensor[(4, 5), float32]");
    expect(typeOf(typedMain.body)).toBe("Tensor[(2, 3), float32]");
    expect(second.lineage.originsOf(newMain.body)).toEqual([typedMain.body]);
  });

  test("is reported where a caller no longer fits", () => {
    const first = typed(caller(small), callee(small));
    expect(first.diagnostics).toEqual([]);
    const main = first.module.functions.get("main") as Func;
    const second = typed(main, callee(large));
    expect(second.diagnostics.map((d) => d.code)).toEqual(["argument-type", "return-type"]);
  });
});

function zeros(type: typeof small) {
  const schema = operators.get("zeros")?.attrs;
  return call(op("zeros"), [], schema && makeAttrs(schema, { shape: type.shape.map(Number), dtype: "float32" }));
}

describe("an expression by itself", () => {
  test("gains annotations on its variables, also below typed nodes", () => {
    const x = variable("x");
    const inner = relu(x);
    inner.checkedType = small;
    const f = func({ params: [x], body: call(op("add"), [inner, x]) });
    const applied = call(f, [variable("y", small)]);
    const { expr, diagnostics } = inferExpression(applied, undefined, operators);
    expect(diagnostics).toEqual([]);
    const variables = new Set<Expr>();
    postOrder(expr, (e) => {
      if (e.kind === "Var" && e.name === "x") variables.add(e);
    });
    expect([...variables].map((v) => (v as Expr & { kind: "Var" }).annotation)).toEqual([small]);
    expect(x.annotation).toBeUndefined();
  });

  test("takes unknown operators' types from the text and says nothing of what stays unknown", () => {
    const read = parseModule(
      "def @main(%x: Tensor[(2, 3), float32]) { %0 = my.operator(%x) /* ty=Tensor[(7), float32] */; %1 = other(%x); add(nn.relu(%0), nn.relu(%1)) }",
      { operators },
    );
    const { module, diagnostics } = inferTypes(read.module, operators, { trust: "nothing" });
    expect(diagnostics).toEqual([]);
    const types = new Map<string, string | undefined>();
    postOrder(module.functions.get("main") as Func, (e) => {
      if (e.kind === "Call" && e.op.kind === "Op") types.set(e.op.name, typeOf(e));
    });
    expect(types.get("my.operator")).toBe("Tensor[(7), float32]");
    expect(types.get("other")).toBeUndefined();
    expect(types.get("add")).toBeUndefined();
  });

  test("records where rebuilt nodes came from", () => {
    const x = variable("x", small);
    const y = variable("y");
    const recorder = lineageRecorder();
    const body = relu(y);
    const { expr, lineage } = inferExpression(call(func({ params: [y], body }), [x]), undefined, operators);
    const f = (expr as Expr & { kind: "Call" }).op as Func;
    expect(f.body).not.toBe(body);
    expect(lineage.originsOf(f.body)).toEqual([body]);
    expect(recorder.originsOf(x)).toEqual([x]);
  });
});

describe("a second inference", () => {
  test("widens a result with the parameter that is of the same type, as the reference does in its second pass", () => {
    const text = [
      "def @f(%x: Tensor[(3, 4), float32]) -> Tensor[(3, 4), float32] { nn.relu(%x) }",
      "def @g(%x: Tensor[(3, 4), float32]) -> Tensor[(3, 4), float32] { add(%x, 1f) }",
      "def @main(%y: Tensor[(?, 4), float32]) { (@f(%y), @g(%y)) }",
    ].join("\n");
    const result = (m: ReturnType<typeof typed>) => typeOf(m.functions.get("main")?.body as Expr);
    const first = typed(text);
    expect(result(first)).toBe("(Tensor[(3, 4), float32], Tensor[(3, 4), float32])");
    const second = inferTypes(first, operators, { trust: "nothing" }).module;
    expect(result(second)).toBe("(Tensor[(?, 4), float32], Tensor[(3, 4), float32])");
  });
});
