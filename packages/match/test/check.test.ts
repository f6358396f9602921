import { describe, expect, it } from "vitest";
import * as c from "../src/check.ts";
import { type CheckContext, type EvaluatedCheck, evaluateCheck } from "../src/index.ts";
import { readExpr } from "./readExpr.ts";

const x = "free_var %x: Tensor[(1, 4, 8, 8), float32];\n";
const w = "free_var %w: Tensor[(4, 4, 3, 3), float32];\n";
const conv = readExpr(`${x}${w}nn.conv2d(%x, %w, padding=[1, 1, 1, 1])`);

/** The evaluated tree, a line a node. */
function lines(e: EvaluatedCheck, indent = ""): string[] {
  const values = e.values.map((v) => ` [${v.text} = ${v.value}]`).join("");
  const message = e.children.length === 0 && e.message ? ` (${e.message})` : "";
  return [`${indent}${e.answer} ${e.text}${values}${message}`, ...e.children.flatMap((child) => lines(child, `${indent}  `))];
}

const evaluated = (check: c.Check, text: string | undefined = undefined, context: CheckContext = {}) =>
  lines(evaluateCheck(check, text === undefined ? conv : readExpr(text), context));

describe("checks", () => {
  it("show what they asked and found, and stop early", () => {
    const check = c.and(
      c.isIn(c.dtypeOf(c.argument(0)), ["float32", "float16"]),
      c.or(c.attributeIs("data_layout", "NHWC"), c.attributeIs("kernel_layout", "OIHW")),
      c.isConstantNode(c.argument(1)),
      c.attributeIs("groups", 1),
    );
    expect(evaluated(check)).toEqual([
      "false all of",
      '  true args[0].dtype in ["float32", "float16"] [args[0].dtype = "float32"]',
      "  true one of",
      '    false attrs.data_layout == "NHWC" [attrs.data_layout = "NCHW"]',
      '    true attrs.kernel_layout == "OIHW" [attrs.kernel_layout = "OIHW"]',
      "  false args[1] is a Constant [args[1] = %w]",
    ]);
  });

  it("raise where Python would", () => {
    const raising: [c.Check, string][] = [
      [c.compare(c.attribute("channels"), ">", 3), "`>` meets None"],
      [c.attributeIs("chanels", 3), "attribute `chanels` is missing"],
      [c.equals(c.dtypeOf(c.argument(2)), "float32"), "index 2 is outside of 2"],
      [c.equals(c.operatorOf(c.argument(0)), "nn.relu"), "`op.name` is asked of what calls no operator"],
      [c.attributeIs("groups", 1, c.below("nn.dense")), "`groups` is asked of None"],
      [c.raises("a reason"), "a reason"],
    ];
    for (const [check, message] of raising) {
      const result = evaluateCheck(check, conv);
      expect([result.answer, result.message]).toEqual(["raises", message]);
    }
    expect(evaluateCheck(c.or(c.never, c.and(c.raises("deep"))), conv)).toMatchObject({ answer: "raises", message: "deep" });
    expect(evaluateCheck(c.or(c.always, c.raises("never reached")), conv).answer).toBe(true);
  });

  it("walk down to a call, bind it, and loop over shapes", () => {
    const text = `${x}${w}%0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1]);\n%1 = nn.relu(%0);\ntanh(%1)`;
    const check = c.letBe(
      "conv",
      c.below("nn.conv2d"),
      c.and(
        c.every(c.shapeOf(c.argument(0, c.bound("conv"))), "dim", c.compare(c.bound("dim"), "<=", 8)),
        c.some(c.attribute("padding", c.bound("conv")), "p", c.equals(c.bound("p"), 1)),
      ),
    );
    expect(evaluated(check, text).slice(0, 4)).toEqual([
      "true conv = nn.conv2d below root [nn.conv2d below root = nn.conv2d]",
      "  true all of",
      "    true for every dim in conv.args[0].shape [conv.args[0].shape = [1, 4, 8, 8]]",
      "      true dim <= 8 [dim = 1]",
    ]);
  });

  it("compare lists, negative indices, arithmetic and settings", () => {
    const context = { settings: { use_implicit_batch: true, version: [6, 0, 1] } };
    expect(evaluateCheck(c.equals(c.attribute("strides"), [1, 1]), conv).answer).toBe(true);
    expect(evaluateCheck(c.equals(c.arithmetic(c.dimOf(c.argument(0), -1), "%", 3), 2), conv).answer).toBe(true);
    expect(evaluateCheck(c.equalShapes(c.argument(0), c.root), conv).answer).toBe(true);
    expect(evaluateCheck(c.truthy(c.setting("use_implicit_batch")), conv, context).answer).toBe(true);
    expect(evaluateCheck(c.equals(c.item(c.setting("version"), 0), 6), conv, context).answer).toBe(true);
    expect(evaluateCheck(c.truthy(c.setting("absent")), conv, context).answer).toBe(false);
    expect(evaluateCheck(c.equals(c.choose(c.isConstantNode(c.argument(1)), 1, 2), 2), conv).answer).toBe(true);
    expect(evaluateCheck(c.isIn(c.listOf(c.dtypeOf(c.argument(0)), c.dtypeOf()), [["float32", "float32"]]), conv).answer).toBe(true);
  });

  it("know dimensions of unknown size", () => {
    const dynamic = readExpr("free_var %x: Tensor[(?, 4), float32];\nnn.relu(%x)");
    expect(evaluateCheck(c.isStatic(c.argument(0)), dynamic).answer).toBe(false);
    expect(evaluateCheck(c.equals(c.dimOf(c.root, 0), 1), dynamic).answer).toBe(false);
    expect(evaluateCheck(c.compare(c.dimOf(c.root, 0), ">", 1), dynamic).answer).toBe("raises");
  });

  it("read tuples, items and constants", () => {
    const split = readExpr(
      "free_var %x: Tensor[(4, 4), float32];\n%0 = split(%x, indices_or_sections=2);\n%1 = %0.0;\n%2 = (%1, 2f);\n%2.1",
    );
    expect(evaluateCheck(c.equals(c.scalarOf(c.argument(1, c.tupleOf(c.root))), 2), split).answer).toBe(true);
    expect(evaluateCheck(c.isKind(c.root, "TupleGetItem"), split).answer).toBe(true);
    expect(evaluateCheck(c.equals(c.lengthOf(c.fieldsOf(c.tupleOf(c.root))), 2), split).answer).toBe(true);
    expect(
      evaluateCheck(c.every(c.fieldsOf(c.typeOf(c.tupleOf(c.root))), "t", c.equals(c.dtypeOf(c.bound("t")), "float32")), split).answer,
    ).toBe(true);
  });
});
