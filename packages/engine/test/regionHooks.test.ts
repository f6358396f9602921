/** What a target's own file does to the function of each region, in a run. */
import { afterAll, expect, test } from "vitest";
import { createEngine } from "../src/index.ts";
import { collect, request, stagesOf } from "./modules.ts";

const file = {
  name: "hooked.py",
  text: `import tvm
from tvm import relay

@tvm.register_func("relay.ext.hooked.optimize")
def optimize(mod):
    if tvm.transform.PassContext.current().opt_level < 3:
        raise ValueError("too low")
    main = mod["main"]
    mod["main"] = relay.Function(main.params, relay.nn.relu(main.body))
    return relay.transform.InferType()(mod)

@tvm.ir.register_op_attr("tanh", "target.hooked")
def takes(expr):
    return True
`,
};

const engine = createEngine();
afterAll(() => engine.dispose());

async function ran(optLevel: number) {
  const text = "fn (%x: Tensor[(2, 3), float32]) { exp(tanh(%x)) }";
  const pipeline = ["InferType", "AnnotateTarget", "PartitionGraph"].map((pass) => ({ pass, options: {} }));
  const customTargets = [{ name: "hooked", patterns: [], operators: [], files: [file] }];
  const asked = request(optLevel, { text, pipeline, optLevel, target: "hooked", customTargets, trace: false });
  const stages = stagesOf(await collect(engine, asked));
  return { last: stages.at(-1), text: (await engine.text(optLevel, stages.length - 1)).text };
}

test("a file's hook changes the function of its region", async () => {
  const { last, text } = await ran(3);
  expect(last?.status).toBe("done");
  expect(text.slice(text.indexOf("def @tvmgen"))).toContain("nn.relu");
});

test("a boundary after a node that the hook made has its cause", async () => {
  await ran(3);
  const { boundaries } = await engine.why(3, 3);
  expect(boundaries.map(({ kind, cause }) => [kind, cause.code, cause.blockers.map(({ label }) => label)])).toEqual([
    ["end", "no-rule", ["exp"]],
  ]);
});

test("an exception of the hook stops PartitionGraph", async () => {
  const { last } = await ran(2);
  expect(last?.status).toBe("failed");
  expect(last?.reason).toContain("ValueError: too low");
});

/** Its table has another name than that with which its flow annotates. */
const loud = {
  name: "loud.py",
  text: `import tvm
from tvm import relay
from tvm.relay.dataflow_pattern import is_op, wildcard
from tvm.relay.op.contrib.register import register_pattern_table

@tvm.ir.register_op_attr("tanh", "target.loud")
def takes(expr):
    return True

@register_pattern_table("LOUD")
def table():
    return [("loud.exp", is_op("exp")(wildcard()))]
`,
};

async function annotated(epoch: number, targets: readonly string[]) {
  const text = "fn (%x: Tensor[(2, 3), float32]) { sqrt(exp(tanh(%x))) }";
  const pipeline = [
    { pass: "InferType", options: {} },
    { pass: "MergeComposite", options: {} },
    { pass: "AnnotateTarget", options: { targets } },
    { pass: "PartitionGraph", options: {} },
  ];
  const customTargets = [{ name: "LOUD", patterns: [], operators: [], files: [loud] }];
  const stages = stagesOf(await collect(engine, request(epoch, { text, pipeline, target: "LOUD", customTargets, trace: false })));
  return { statuses: stages.map(({ status }) => status), text: (await engine.text(epoch, stages.length - 1)).text };
}

test("composites and rules of the other name are taken, as in the reference", async () => {
  const { statuses, text } = await annotated(11, ["loud"]);
  expect(statuses).toEqual(["done", "unchanged", "done", "done", "done"]);
  expect(text.match(/Compiler="\w+"/g)).toEqual(['Compiler="loud"', 'Compiler="loud"']);
  expect(text).toContain('Composite="loud.exp"');
});

test("a name that the files register nothing for takes nothing", async () => {
  const { statuses, text } = await annotated(12, ["quiet"]);
  expect(statuses).toEqual(["done", "unchanged", "done", "done", "done"]);
  expect(text).not.toContain("Compiler=");
});
