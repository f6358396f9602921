/** What a target's own file does to the function of each region, in a run. */
import { afterAll, expect, test } from "vitest";
import { createEngine, type RunEvent, type StageResult } from "../src/index.ts";

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
  const stages: StageResult[] = [];
  await new Promise<void>((resolve) => {
    const pipeline = ["InferType", "AnnotateTarget", "PartitionGraph"].map((pass) => ({ pass, options: {} }));
    engine.run(
      {
        epoch: optLevel,
        text: "fn (%x: Tensor[(2, 3), float32]) { exp(tanh(%x)) }",
        pipeline,
        optLevel,
        target: "hooked",
        customTargets: [{ name: "hooked", patterns: [], operators: [], files: [file] }],
        bindParameters: false,
        trace: false,
      },
      (event: RunEvent) => {
        if (event.kind === "stage") stages.push(event.result);
        else resolve();
      },
    );
  });
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
