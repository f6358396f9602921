/** Targets whose table comes from their own flow, with the options that it is given. */
import { afterAll, describe, expect, test } from "vitest";
import { createEngine } from "../../src/index.ts";
import { collect, request, stagesOf } from "../modules.ts";

const registered = `
@register_pattern_table("own")
def pattern_table():
    return table_for(Options())
`;

/** A file whose flow makes the table; `given` is what else the file has. */
const fileWith = (given: string) => ({
  name: "own.py",
  text: `import tvm
from tvm.relay import transform
from tvm.relay.dataflow_pattern import is_op, wildcard
from tvm.relay.op.contrib.register import register_pattern_table

class Options:
    def __init__(self, max_stride=1):
        self.max_stride = max_stride

def make_check(options):
    def check(pool):
        return all(int(s) <= options.max_stride for s in pool.attrs.strides)
    return check

def table_for(options):
    return [("own.pool", is_op("nn.max_pool2d")(wildcard()), make_check(options))]
${given}
@tvm.ir.register_op_attr("exp", "target.own")
def exp(call):
    return True

def partition_for_own(mod, max_stride=1):
    patterns = table_for(Options(max_stride))
    seq = tvm.transform.Sequential([
        transform.InferType(),
        transform.MergeComposite(patterns),
        transform.AnnotateTarget("own"),
        transform.MergeCompilerRegions(),
        transform.PartitionGraph(),
    ])
    return seq(mod)
`,
});

const engine = createEngine();
afterAll(() => engine.dispose());
let epoch = 0;

const text = `def @main(%x: Tensor[(1, 8, 16, 16), float32]) {
  exp(nn.max_pool2d(%x, pool_size=[2, 2], strides=[2, 2]))
}`;

/** A run of the file's own flow. */
async function runOf(given: string, flowOptions: Readonly<Record<string, unknown>>) {
  const files = [fileWith(given)];
  await collect(engine, request(++epoch, { text, pipeline: [] }));
  const read = await engine.targetFiles({ files, flowOptions }, epoch);
  const { pipeline = [], optLevel = 0 } = read.flow ?? {};
  const customTargets = [{ name: "own", patterns: [], operators: [], files, flowOptions }];
  const stages = stagesOf(await collect(engine, request(++epoch, { text, pipeline, optLevel, target: "own", customTargets })));
  return { read, pipeline, stages };
}

describe.each([
  ["a file without another table", ""],
  ["a file that registers the table for other options", registered],
])("%s", (_, given) => {
  test("has the table of its flow, which takes what the options allow", async () => {
    const { read, pipeline, stages } = await runOf(given, { max_stride: 2 });
    expect(read.entries).toEqual([{ name: "own.pool", hasCheck: true, place: { file: "own.py", line: 11 } }]);
    expect(pipeline.map(({ pass }) => pass)).toContain("MergeComposite");
    expect(stages.at(-1)?.summary.regions.map(({ operators }) => operators)).toEqual([2]);
  });

  test("names the check of that table as the cause", async () => {
    const { stages } = await runOf(given, {});
    expect(stages.at(-1)?.summary.regions.map(({ operators }) => operators)).toEqual([1]);
    const { lines } = await engine.why(epoch, stages.length - 1);
    expect(lines.map(({ code, sentence }) => [code, sentence])).toEqual([
      [
        "check-refused",
        "`own.pool` matches `nn.max_pool2d`, but its check refuses the match: `strides` of `nn.max_pool2d` holds `2`, but the target needs at most `1` (line 12 of `own.py`).",
      ],
    ]);
  });

  test("has a script of its own flow alone", async () => {
    const { pipeline } = await runOf(given, { max_stride: 2 });
    const script = () => engine.exportStage(epoch, 0, { format: "python", title: "own", link: "" });
    expect(await script()).toMatchObject({ kind: "text" });
    const files = [fileWith(given)];
    const customTargets = [{ name: "own", patterns: [], operators: [], files, flowOptions: { max_stride: 2 } }];
    await collect(engine, request(++epoch, { text, pipeline: pipeline.slice(1), target: "own", customTargets }));
    expect(await script()).toMatchObject({ kind: "refused" });
  });
});
