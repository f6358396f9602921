/** A loaded target: what its functions answer, one question after another. */
import { call, constant, type Expr, op, type TensorType, variable } from "@relayscope/ir";
import { describe, expect, test } from "vitest";
import { loadTarget } from "../src/index.ts";

const type: TensorType = { kind: "TensorType", shape: [2], dtype: "float32" };

function loaded(text: string) {
  const answer = loadTarget(new Map([["own.py", text]]), {});
  if (answer.kind === "error") throw new Error(answer.message);
  return answer.target;
}

const relu = (input: Expr) => call(op("nn.relu"), [input], undefined, { checkedType: type });

describe("a check that asks for a value that is not known", () => {
  const target = loaded(`import tvm
from tvm.relay.dataflow_pattern import is_op, wildcard
from tvm.relay.op.contrib.register import register_pattern_table

def at_level_three(call):
    return tvm.transform.PassContext.current().opt_level == 3

def is_positive(call):
    with tvm.transform.PassContext(opt_level=1):
        if isinstance(call.args[0], tvm.relay.Constant):
            return bool((call.args[0].data.numpy() > 0).all())
    for _ in range(200_000):
        pass
    return at_level_three(call)

@register_pattern_table("own")
def table():
    return [("own.relu", is_op("nn.relu")(wildcard()), is_positive)]
`);
  const check = target.entries[0]?.check;
  if (!check) throw new Error("The entry has no check.");
  const unknown = relu(constant(undefined, type));
  const known = relu(variable("x", type, { checkedType: type }));

  test.each(["answer", "trace"] as const)("ends without a trace in later questions (%s)", (how) => {
    expect(() => check[how](unknown)).toThrow("values of a constant");
    // Each question has a budget of its own.
    for (let i = 0; i < 15; i++) expect(check.answer(known)).toEqual({ kind: "value", value: true });
    expect(check.trace(known)).toMatchObject({ outcome: { kind: "value", value: true } });
    expect(check.trace(known).lines.length).toBeGreaterThan(0);
  });
});

test("a file in a tree of packages does not find itself under its bare name", () => {
  const text = `from own.vendor import tracker
from ..register import register_pattern_table
from tvm.relay.dataflow_pattern import is_op, wildcard

@register_pattern_table("own")
def table():
    return [("own.relu", is_op("nn.relu")(wildcard()))]
`;
  const answer = loadTarget(new Map([["python/tvm/relay/op/contrib/own/own.py", text]]), {});
  expect(answer).toMatchObject({ kind: "ok", target: { entries: [{ name: "own.relu" }] } });
});

test("a target's file of the user is found in the place of the compiler's own", () => {
  const main = `import tvm
from tvm.relay.op.contrib import dnnl
from tvm.relay.op.contrib.register import register_pattern_table

@register_pattern_table("own")
def table():
    return dnnl.entries()
`;
  const other = `from tvm.relay.dataflow_pattern import is_op, wildcard

def entries():
    return [("own.relu", is_op("nn.relu")(wildcard()))]
`;
  const answer = loadTarget(new Map(["own.py", "dnnl.py"].map((name) => [name, name === "own.py" ? main : other])), {});
  if (answer.kind === "error") throw new Error(answer.message);
  expect(answer.target.entries.map(({ name }) => name)).toEqual(["own.relu"]);
});

test("a part of the compiler that is not built is not an expression", () => {
  const target = loaded(`import tvm
from tvm.relay.op.contrib import tensorrt

@tvm.ir.register_op_attr("nn.relu", "target.own")
def takes(call):
    return tvm.relay.nn.relu(tensorrt.reduce_checker(call)) is not None
`);
  const asked = () => target.rules.get("nn.relu")?.answer(relu(variable("x", type)));
  expect(asked).toThrow("`tvm.relay.op.contrib.tensorrt.reduce_checker(...)` is part of TVM, but not of Relayscope");
  const answered = loaded(
    "import tvm\nfrom tvm.relay.op.contrib import tensorrt\ntvm.ir.register_op_attr('nn.relu', 'target.own', tensorrt.reduce_checker)",
  );
  expect(() => answered.rules.get("nn.relu")?.answer(relu(variable("x", type)))).toThrow("reduce_checker(...)` is part of TVM");
});

test("a module of Python that does not exist here is not taken for a part of TVM", () => {
  const reading = (line: string) => loadTarget(new Map([["own.py", `import secrets\nimport vendor_sdk\n${line}\n`]]), {});
  const python = "secrets is part of Python, but not of Relayscope, and the file asks for its choice";
  expect(reading("secrets.choice([1])")).toMatchObject({ kind: "error", message: python, stack: [{ line: 3 }] });
  const vendor = "vendor_sdk is not part of TVM 0.19.0, and the file asks for its version";
  expect(reading("vendor_sdk.version")).toMatchObject({ kind: "error", message: vendor, stack: [{ line: 3 }] });
  const closed = "tvm.relay.op.contrib.helpers.limit is of helpers.py, which is not open, and the file calls it";
  expect(reading("from .helpers import limit; limit(3)")).toMatchObject({ kind: "error", message: closed, stack: [{ line: 3 }] });
});

test("a rewrite that doubles the expression in each round ends with the budget", () => {
  const text = `from tvm import relay
from tvm.relay.dataflow_pattern import DFPatternCallback, is_op, rewrite, wildcard
class Endless(DFPatternCallback):
    def __init__(self):
        super().__init__()
        self.pattern = is_op("nn.relu")(wildcard())
    def callback(self, pre, post, nodes): return relay.nn.relu(post)
rewrite(Endless(), relay.nn.relu(relay.var("x", shape=(4,))))
`;
  const message = "The program was stopped: it takes more steps than are allowed.";
  expect(loadTarget(new Map([["own.py", text]]), {})).toMatchObject({ kind: "error", message });
});

test("what an object of TVM has and that is not built is refused by its name", () => {
  const shown =
    "import tvm\nfrom tvm import relay\nmod = tvm.IRModule.from_expr(relay.const(1))\nprint(hasattr(mod, 'no_such'))\nmod.source_map";
  const message = "`IRModule.source_map` is part of TVM, but not of Relayscope, and the file uses it.";
  expect(loadTarget(new Map([["own.py", shown]]), {})).toMatchObject({ kind: "error", message, stack: [{ line: 5 }] });
});

test("whether TVM is built for a target is known of its own targets alone", () => {
  const asking = 'import tvm\nprint(tvm.runtime.enabled("constructor"))';
  expect(loadTarget(new Map([["own.py", asking]]), {})).toMatchObject({ kind: "error", stack: [{ line: 2 }] });
});

describe("what the reference would heed and passes here do not is refused by its name", () => {
  test.each([
    [
      "register_optional_fake_quantization_to_integer('nn.relu', rule)",
      "FakeQuantizationToInteger with FTVMOptionalFakeQuantizationToInteger of nn.relu",
    ],
    ["register_pattern('nn.relu', 8, 11)", "FuseOps with TOpPattern of nn.relu"],
    ["register_pattern('tanh', 8, 11)", undefined],
    ["get('nn.relu').get_attr('FTVMStrategy')", "FTVMStrategy of nn.relu"],
  ])("%s", (line, part) => {
    const text = `import tvm
from tvm import relay
def rule(*args): return None
relay.op.${line}
mod = tvm.IRModule.from_expr(relay.nn.relu(relay.var("x", shape=(2, 3))))
for make in (relay.transform.FuseOps, relay.transform.ToMixedPrecision, relay.transform.FakeQuantizationToInteger):
    mod = make()(relay.transform.InferType()(mod))
tvm.ir.register_op_attr("nn.relu", "target.own", rule)
`;
    const refused = { kind: "error", message: `\`${part}\` is part of TVM, but not of Relayscope, and the file uses it.` };
    expect(loadTarget(new Map([["own.py", text]]), {})).toMatchObject(part === undefined ? { kind: "ok" } : refused);
  });

  test("a context that changes what passes make", () => {
    const text = "from tvm.relay.qnn.op import requantize_config\nwith requantize_config(rounding='TONEAREST'):\n    pass\n";
    const message = "`tvm.relay.qnn.op.requantize_config(...)` is part of TVM, but not of Relayscope, and the file uses it.";
    expect(loadTarget(new Map([["own.py", text]]), {})).toMatchObject({ kind: "error", message, stack: [{ line: 2 }] });
  });
});

test.each([
  ["from tvm.relay.dataflow_pattern import wildcrad\nwildcrad()", "wildcard"],
  ["def check_relu(call): return True\nprint(chek_relu)", "check_relu"],
  ["prnt(1)", "print"],
])("%s: what may be meant", (text, name) => {
  expect(loadTarget(new Map([["own.py", text]]), {})).toMatchObject({ kind: "error", hint: `Did you mean \`${name}\`?` });
});

test("without its Python the table of a target of TVM is not built, and a table that nobody has is None", () => {
  const asking = (name: string) =>
    loadTarget(
      new Map([
        [
          "own.py",
          `from tvm.relay.dataflow_pattern import is_op, wildcard
from tvm.relay.op.contrib.register import get_pattern_table, register_pattern_table

@register_pattern_table("own")
def table():
    found = get_pattern_table("${name}")
    return [("own.relu", is_op("nn.relu")(wildcard()))] + (found or [])
`,
        ],
      ]),
      {},
    );
  expect(asking("nobody")).toMatchObject({ kind: "ok" });
  const message = expect.stringContaining('`get_pattern_table("dnnl")` is part of TVM, but not of Relayscope');
  expect(asking("dnnl")).toMatchObject({ kind: "error", message });
});

describe("a package with its table and its flow in two modules", () => {
  const table = `from tvm.relay.dataflow_pattern import is_op, wildcard
from tvm.relay.op.contrib.register import register_pattern_table

@register_pattern_table("own")
def table():
    return [("own.relu", is_op("nn.relu")(wildcard()))]
`;
  const flow = `from tvm.relay import transform
from .patterns import table

def partition_for_own(mod, params=None):
    return transform.MergeComposite(table())(mod)
`;
  const files = new Map([
    ["own/patterns.py", table],
    ["own/partition.py", flow],
  ]);

  test.each([[...files], [...files].reverse()])("has both, whatever the order", (...given) => {
    const answer = loadTarget(new Map(given), {});
    expect(answer).toMatchObject({ kind: "ok", target: { name: "own", path: "own/partition.py", entries: [{ name: "own.relu" }] } });
  });
});

test("types that double at each line end the run before one is written or compared", () => {
  const doubled = "t = relay.TensorType((1,), 'float32')\nfor _ in range(60):\n    t = relay.TupleType([t, t])\n";
  for (const use of ["print(t)", "print(tvm.ir.structural_equal(t, t))", ""]) {
    const answer = loadTarget(new Map([["own.py", `import tvm\nfrom tvm import relay\n${doubled}${use}\n`]]), {});
    expect(answer.kind === "error" && answer.message).toContain("a type");
  }
});

describe("parts of TVM that are not built are refused where the program would go on differently", () => {
  test.each([
    ["relay.build(mod, target='llvm')", "tvm.relay.build"],
    ["tvm.testing.check_numerical_grads(None, [])", "tvm.testing.check_numerical_grads"],
    ["relay.op.op.register('own.op')", "tvm.relay.op.op.register"],
    [
      "relay.transform.fake_quantization_to_integer.register_unary_identity('nn.relu')",
      "tvm.relay.transform.fake_quantization_to_integer.register_unary_identity",
    ],
    ["relay.transform.EtaExpand()(mod)", "tvm.relay.transform.EtaExpand"],
    ["f'{tvm.build}'", "tvm.build"],
    ["tvm.build.__name__", "tvm.build"],
    ["tvm.build.option = 1", "tvm.build"],
    ["tvm.tir.ceil(2.5) + 1", "tvm.tir.ceil(...)"],
    ["type(tvm.tir.ceil(2.5))", "tvm.tir.ceil(...)"],
    ["isinstance(relay.nn.max_pool2d_grad(x, x), relay.Call)", "tvm.relay.op.nn.max_pool2d_grad(...)"],
    ["isinstance(mod, tvm.runtime.Scriptable)", "tvm.runtime.Scriptable"],
    ["', '.join([tvm.tir.ceil(2.5)])", "tvm.tir.ceil(...)"],
    ["relay.var('y', shape=(tvm.tir.ceil(2.5),))", "tvm.tir.ceil(...)"],
    ["relay.Function([], x).with_attr('bits', tvm.tir.ceil(2.5))", "tvm.tir.ceil(...)"],
    ["tvm.tir.max_value('uint64')", 'tvm.tir.max_value("uint64")'],
    ["tvm.tir.StringImm('a')", "tvm.tir.expr.StringImm(...)"],
    ["f'{x.virtual_device_}'", "Expr.virtual_device_"],
    ["tvm.get_global_func('relay._transform.InferType', True)", 'tvm.get_global_func("relay._transform.InferType")'],
    ["relay.op.get('nn.relu').description", "Op.description"],
    ["hybrid(3)", "tvm.te.hybrid.script(...)"],
    ["Own(3).extent", "tvm.ir.Range.extent"],
    ["isinstance(x, (tvm.ir.Range, relay.Var)), D(tvm.build), Own(3).size", undefined],
  ])("%s", (line, part) => {
    const text = `import dataclasses
from typing import Optional, Union
import tvm
import tvm.testing
from tvm import relay
mod = tvm.IRModule()
x = relay.var("x", shape=(1, 1, 2, 2, 2))
@tvm.te.hybrid.script
def hybrid(a): return a
class Own(tvm.ir.Range):
    def __init__(self, size):
        super().__init__(0, size)
        self.size = size
@dataclasses.dataclass
class D:
    a: Union[tvm.tir.PrimFunc, relay.Function, None]
    b: Optional[tvm.ir.Range] = None
def annotated(a: tvm.tir.PrimFunc | None) -> tvm.runtime.Module: return a
${line}
tvm.ir.register_op_attr("nn.relu", "target.own", annotated)
`;
    const refused = { kind: "error", message: `\`${part}\` is part of TVM, but not of Relayscope, and the file uses it.` };
    expect(loadTarget(new Map([["own.py", text]]), {})).toMatchObject(part === undefined ? { kind: "ok" } : refused);
  });
});
