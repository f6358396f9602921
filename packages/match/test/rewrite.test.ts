import { call, type Expr, Failure, lineageRecorder, op, postOrder } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { printExpression } from "@relayscope/text";
import { describe, expect, it } from "vitest";
import { callOf, either, isConstant, type PatternCallback, rewritePatterns, wildcard } from "../src/index.ts";
import { readExpr as read } from "./readExpr.ts";

const nn = (name: string, ...args: Expr[]) => call(op(name), args);

/** The operators called, inputs before users. */
function operatorsOf(expr: Expr): string[] {
  const names: string[] = [];
  postOrder(expr, (e) => {
    if (e.kind === "Call" && e.op.kind === "Op") names.push(e.op.name);
  });
  return names;
}

const chain = "free_var %x: Tensor[(4), float32];\n%0 = nn.relu(%x);\n%1 = nn.relu(%0);\n%2 = tanh(%1);\nnn.relu(%2)";

describe("rewriting by patterns", () => {
  it("rewrites until nothing changes", () => {
    const x = wildcard();
    const twice = callOf("nn.relu", callOf("nn.relu", x));
    const callback: PatternCallback = { pattern: twice, rewrite: (_pre, _post, nodes) => nn("nn.relu", nodes.get(x)?.[0] as Expr) };
    const deep = `free_var %x: Tensor[(4), float32];\n%0 = nn.relu(%x);\n${Array.from({ length: 9 }, (_, i) => `%${i + 1} = nn.relu(%${i});`).join("\n")}\n%9`;
    expect(operatorsOf(rewritePatterns([callback], read(deep)))).toEqual(["nn.relu"]);
  });

  it("answers the same object where nothing matches", () => {
    const expr = read(chain);
    expect(rewritePatterns([{ pattern: callOf("exp", wildcard()), rewrite: (_pre, post) => post }], expr)).toBe(expr);
  });

  it("hands over inputs already rewritten, and the root before and after", () => {
    const x = wildcard();
    const seen: string[] = [];
    const callback: PatternCallback = {
      pattern: callOf("nn.relu", x),
      rewrite(pre, post, nodes) {
        seen.push(`${operatorsOf(pre).length} ${operatorsOf(post).join(" ")} over ${operatorsOf(nodes.get(x)?.[0] as Expr).length}`);
        return nn("sigmoid", nodes.get(x)?.[0] as Expr);
      },
    };
    expect(operatorsOf(rewritePatterns([callback], read(chain)))).toEqual(["sigmoid", "sigmoid", "tanh", "sigmoid"]);
    expect(seen).toEqual(["1 nn.relu over 0", "2 sigmoid nn.relu over 1", "4 sigmoid sigmoid tanh nn.relu over 3"]);
  });

  it("stops after one change where asked to", () => {
    const x = wildcard();
    const callback = (rewriteOnce: boolean): PatternCallback => ({
      pattern: either(callOf("nn.relu", x), callOf("tanh", x)),
      rewrite: (pre, _post, nodes) => nn(operatorsOf(pre).at(-1) === "tanh" ? "nn.relu" : "tanh", nodes.get(x)?.[0] as Expr),
      rewriteOnce,
    });
    const one = "free_var %x: Tensor[(4), float32];\nnn.relu(%x)";
    expect(operatorsOf(rewritePatterns([callback(true)], read(one)))).toEqual(["tanh"]);
    expect(() => rewritePatterns([callback(false)], read(one))).toThrow(Failure);
  });

  it("infers types before a callback that asks for them", () => {
    let asked = 0;
    const expr = read(chain);
    const inferTypes = (e: Expr) => {
      asked++;
      return e;
    };
    rewritePatterns([{ pattern: callOf("exp", wildcard()), rewrite: (_pre, post) => post, requireType: true }], expr, { inferTypes });
    expect(asked).toBe(1);
  });

  it("says where new nodes come from", () => {
    const x = wildcard();
    const expr = read("free_var %x: Tensor[(4), float32];\n%0 = add(%x, 0f);\ntanh(%0)");
    const lineage = lineageRecorder();
    const callback: PatternCallback = {
      pattern: callOf("add", x, isConstant()),
      rewrite: (_pre, _post, nodes) => nn("abs", nn("exp", nodes.get(x)?.[0] as Expr)),
    };
    const out = rewritePatterns([callback], expr, { operators, lineage });
    const inputs = new Set<Expr>();
    postOrder(expr, (e) => inputs.add(e));
    postOrder(out, (e) => {
      if (e.kind !== "Op") for (const origin of lineage.originsOf(e)) expect(inputs.has(origin), `${e.kind} stems from outside`).toBe(true);
    });
    expect(printExpression(out)).toContain("abs(");
  });
});
