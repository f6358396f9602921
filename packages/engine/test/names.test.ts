/**
 * A stranger's name is a name, also where JavaScript's objects have one of the kind: nothing runs otherwise than under
 * any other name.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { createEngine, type RunRequest } from "../src/index.ts";
import { collect } from "./modules.ts";

/** A name that no object has, and that stands in the same place among others. */
const plainOf = (name: string) => name.replace(/[a-z](?=[^a-z]*$)/, "q");

/** A module with the name wherever a text may have one, under a target of that name. */
function request(epoch: number, name: string, passes: readonly string[]): RunRequest {
  const text = `def @${name}_f(%a: Tensor[(1, 8), float32]) { ${name}(%a) }
def @main(%${name}: Tensor[(1, 8), float32]) {
  %0 = fn (%y: Tensor[(1, 8), float32], Composite="${name}", ${name}="${name}") { nn.relu(%y) };
  %1 = %0(%${name});
  %2 = ${name}(%1, ${name}=1) /* ty=Tensor[(1, 8), float32] */;
  %3 = nn.relu(%2, ${name}=2);
  cast(add(%3, %1), dtype="${name}")
}
`;
  return {
    epoch,
    text,
    target: name,
    customTargets: [{ name, patterns: [{ name, pattern: 'is_op("add")(wildcard(), wildcard())' }], operators: ["nn.relu"] }],
    pipeline: passes.map((pass) => ({ pass, options: pass === "PartitionGraph" ? { mod_name: name } : { [name]: name } })),
    optLevel: 4,
    bindParameters: true,
    trace: true,
  };
}

let passes: readonly string[] = [];

beforeAll(async () => {
  const engine = createEngine();
  passes = (await engine.catalog()).passes.map((pass) => pass.name);
  engine.dispose();
});

/** What a run comes to, whatever the name is. */
async function outcome(name: string, pipeline: readonly string[]): Promise<string> {
  const engine = createEngine();
  const asked = request(1, name, pipeline);
  const events = await collect(engine, asked);
  const said: unknown[] = [];
  for (const event of events) {
    if (event.kind !== "stage") said.push(event.kind);
    else
      said.push([
        event.result.pass,
        event.result.status,
        event.result.reason,
        event.problems.map((p) => p.message),
        (await engine.text(1, event.result.stage)).text,
      ]);
  }
  engine.dispose();
  return JSON.stringify(said, undefined, 1).replaceAll(name, "NAME");
}

describe.each(["constructor", "toString", "__proto__", "hasOwnProperty", "valueOf", "prototype"])("%s", (name) => {
  test("the flow of a target", async () => {
    const flow = ["InferType", "MergeComposite", "AnnotateTarget", "MergeCompilerRegions", "PartitionGraph"];
    expect(await outcome(name, flow)).toBe(await outcome(plainOf(name), flow));
  });

  test("each pass", async () => {
    for (const pass of passes)
      expect([pass, await outcome(name, ["InferType", pass])]).toEqual([pass, await outcome(plainOf(name), ["InferType", pass])]);
  });
});
