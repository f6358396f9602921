/** Checks that read values which the text lacks: they count as right, and the run says so. */
import { afterAll, expect, test } from "vitest";
import { createEngine } from "../src/index.ts";

const file = {
  name: "reading.py",
  text: `import tvm

@tvm.ir.register_op_attr("add", "target.reading")
def takes(call):
    return bool((call.args[1].data.numpy() == 0).all())
`,
};

const engine = createEngine();
afterAll(() => engine.dispose());

let epoch = 0;

async function ran(constant: string) {
  const codes: string[] = [];
  let marked = 0;
  await new Promise<void>((resolve) => {
    engine.run(
      {
        epoch: ++epoch,
        text: `def @main(%x: Tensor[(2), float32]) { add(%x, ${constant}) }`,
        pipeline: ["InferType", "AnnotateTarget"].map((pass) => ({ pass, options: {} })),
        optLevel: 3,
        target: "reading",
        customTargets: [{ name: "reading", patterns: [], operators: [], files: [file] }],
        bindParameters: false,
        trace: false,
      },
      (event) => {
        if (event.kind !== "stage") return resolve();
        codes.push(...event.problems.map(({ code }) => code));
        marked = event.result.summary.regions.length;
      },
    );
  });
  return { codes, marked };
}

test("values that the text lacks are assumed to be right, once and aloud", async () => {
  expect(await ran("meta[relay.Constant][0] /* ty=Tensor[(2), float32] */")).toEqual({ codes: ["assumed-values"], marked: 1 });
});

test("values that are there decide", async () => {
  expect(await ran("1f")).toEqual({ codes: [], marked: 0 });
  expect(await ran("0f")).toEqual({ codes: [], marked: 1 });
});
