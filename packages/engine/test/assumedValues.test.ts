/** Checks that read values which the text lacks: they count as right, and the run says so. */
import { builtInTable } from "@relayscope/run";
import { afterAll, expect, test } from "vitest";
import { createEngine, type TargetSpec } from "../src/index.ts";
import { collect, request, stagesOf } from "./modules.ts";

const file = {
  name: "reading.py",
  text: `import tvm

@tvm.ir.register_op_attr("add", "target.reading")
def takes(call):
    return bool((call.args[1].data.numpy() == 0).all())
`,
};

const reading: TargetSpec = { name: "reading", patterns: [], operators: [], files: [file] };
const sum = (constant: string) => `def @main(%x: Tensor[(2), float32]) { add(%x, ${constant}) }`;

const engine = createEngine();
afterAll(() => engine.dispose());

let epoch = 0;

async function ran(text: string, target: TargetSpec) {
  const pipeline = ["InferType", "MergeComposite", "AnnotateTarget"].map((pass) => ({ pass, options: {} }));
  const asked = { text, pipeline, optLevel: 3, target: target.name, customTargets: [target], trace: false };
  const events = await collect(engine, request(++epoch, asked));
  const codes = events.flatMap((event) => (event.kind === "stage" ? event.problems.map(({ code }) => code) : []));
  return { codes, marked: stagesOf(events).at(-1)?.summary.regions.length };
}

test("values that the text lacks are assumed to be right, once and aloud", async () => {
  expect(await ran(sum("meta[relay.Constant][0] /* ty=Tensor[(2), float32] */"), reading)).toEqual({
    codes: ["assumed-values"],
    marked: 1,
  });
});

test("values that are there decide", async () => {
  expect(await ran(sum("1f"), reading)).toEqual({ codes: [], marked: 0 });
  expect(await ran(sum("0f"), reading)).toEqual({ codes: [], marked: 1 });
});

test("a built-in target that is edited as a table says so, too", async () => {
  const zero = "meta[relay.Constant][1] /* ty=int32 */";
  const dense = `qnn.dense(%x, meta[relay.Constant][0] /* ty=Tensor[(8, 8), int8] */, 0, ${zero}, 0.5f, 0.5f, units=8, out_dtype="int32")`;
  const text = `def @main(%x: Tensor[(1, 8), int8]) { qnn.requantize(${dense}, 0.5f, 0, 0.5f, 0, out_dtype="int8") }`;
  const table = builtInTable("cmsis-nn") ?? reading;
  expect(await ran(text, table)).toEqual({ codes: ["assumed-values"], marked: 1 });
});
