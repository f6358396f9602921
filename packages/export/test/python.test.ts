/** Scripts from hostile runs: what strangers wrote is in a script as string literals alone. */
import { spawnSync } from "node:child_process";
import { callPattern, isOp, wildcard } from "@relayscope/match";
import { describe, expect, test } from "vitest";
import { pythonScript, type ScriptRun } from "../src/index.ts";

const evil = 'x"\n\\");__import__("os").system("touch /tmp/owned")  # \u2028 \u202e \ud800 """ \'\'\'';

const hostile: ScriptRun = {
  text: `def @main(%x: Tensor[(2), float32]) { %x }\n${evil}\n`,
  steps: [
    { pass: "InferType", options: {}, targets: [], patterns: [] },
    { pass: "MergeComposite", options: {}, targets: [evil], patterns: [{ name: evil, pattern: wildcard() }] },
    { pass: "AnnotateTarget", options: { include_non_call_ops: evil, [evil]: 1 }, targets: [evil], patterns: [] },
    { pass: "BindParameters", options: { function: evil, inputs: [evil] }, targets: [], patterns: [] },
    { pass: "InlineCompilerFunctionsBoundTo", options: { global_vars: [evil] }, targets: [], patterns: [] },
    { pass: "QuantizePartition", options: { dtype_input: evil, [evil]: evil }, targets: [], patterns: [] },
    { pass: "PartitionGraph", options: { mod_name: evil }, targets: [], patterns: [] },
  ],
  targets: [
    {
      name: evil,
      edited: {
        patterns: [{ name: evil, pattern: { ...callPattern(isOp(evil), [{ ...wildcard(), label: evil }]), label: evil } }],
        operators: [evil],
        isBuiltIn: false,
      },
    },
  ],
  optLevel: 3,
  disabledPasses: [evil],
  regions: [{ target: evil, operators: [evil] }],
};

function scriptOf(run: ScriptRun): string {
  const result = pythonScript(run);
  if (result.kind !== "script") throw new Error(result.reason);
  return result.text;
}

test("the operators of each region are expected, not only how many regions there are", () => {
  const regions = [
    { target: "own", operators: ["nn.relu", "add", "nn.relu"] },
    { target: "own", operators: ["add"] },
    { target: "dnnl", operators: ["exp"] },
  ];
  const text = scriptOf({ ...hostile, steps: [], targets: [], disabledPasses: [], regions });
  expect(text).toContain('EXPECTED = {"own": ["add 1", "add 1, nn.relu 2"], "dnnl": ["exp 1"]}');
  expect(text).toContain("found = {compiler: sorted(counted(mod[name]) for name in names) for compiler, names in regions.items()}");
});

test("what a pass reads in its context is set for that pass alone", () => {
  const steps = [
    { pass: "InferType", options: {}, targets: [], patterns: [] },
    { pass: "FuseOps", options: { fuse_opt_level: 2 }, config: { "relay.FuseOps.max_depth": 3 }, targets: [], patterns: [] },
    { pass: "DefuseOps", options: {}, targets: [], patterns: [] },
  ];
  const text = scriptOf({ ...hostile, steps, targets: [], disabledPasses: [], regions: [] });
  expect(text).toContain(
    [
      "    passes.append(relay.transform.InferType())",
      "    mod = tvm.transform.Sequential(passes)(mod)",
      "    passes = []",
      '    with tvm.transform.PassContext(opt_level=3, disabled_pass=[], config={"relay.FuseOps.max_depth": 3}):',
      "        mod = relay.transform.FuseOps(fuse_opt_level=2)(mod)",
      "    passes.append(relay.transform.DefuseOps())",
    ].join("\n"),
  );
});

test("options that Python has no default for are given", () => {
  const passes = ["SplitArgs", "ConvertLayout", "InlineCompilerFunctionsBoundTo", "FuseOps"];
  const steps = passes.map((pass) => ({ pass, options: {}, targets: [], patterns: [] }));
  const split = { pass: "SplitArgs", options: { max_function_args: 5 }, targets: [], patterns: [] };
  const text = scriptOf({ ...hostile, steps: [...steps, split], targets: [], disabledPasses: [], regions: [] });
  expect(text).toContain(
    [
      "    passes.append(relay.transform.SplitArgs(max_function_args=0))",
      "    passes.append(relay.transform.ConvertLayout(desired_layouts={}))",
      "    passes.append(relay.transform.InlineCompilerFunctionsBoundTo(global_vars=[]))",
      "    passes.append(relay.transform.FuseOps())",
      "    passes.append(relay.transform.SplitArgs(max_function_args=5))",
    ].join("\n"),
  );
});

test("settings go where TVM takes them: to the target in force, or to the function that makes the table", () => {
  const targets = [
    { name: "tensorrt", settings: { use_fp16: true }, edited: undefined },
    { name: "arm_compute_lib", settings: { disabled_ops: [] }, edited: undefined },
  ];
  const steps = [{ pass: "MergeComposite", options: {}, targets: ["tensorrt", "arm_compute_lib"], patterns: [] }];
  const text = scriptOf({ ...hostile, steps, targets });
  expect(text).toContain('tvm.target.Target({"kind": "tensorrt", "use_fp16": True})');
  expect(text).toContain(".arm_compute_lib_pattern_table(disabled_ops=[])");
});

describe("a target of files", () => {
  const files = { sources: { "/root/../a.py": `x = 1\n${evil}`, [evil]: "" }, main: "/root/../a.py" };
  const own = { name: "own", files, edited: { patterns: [], operators: [], isBuiltIn: false } };
  const targets = [own];

  test("comes along as literals, under paths inside of a folder of the script's", () => {
    const text = scriptOf({ ...hostile, targets });
    expect(text).toMatch(/^[\x20-\x7e\n]*$/);
    expect(text).toContain('"root/a.py": (');
    expect(text).toContain('loaded("own", FILES_0, "root/a.py")');
    const outside = text.replace(/"""[^"]*"""|'[^'\n]*'|"(?:[^"\\\n]|\\.)*"/g, "''");
    expect(outside).not.toMatch(/owned|system|__import__/);
  });

  test("has the values of its imports before it is loaded, and those of its names after", () => {
    const given = { "vendor_sdk.version": "lambda: (8, 2)", LIMIT: "4", [`a.${evil}`]: evil };
    const text = scriptOf({ ...hostile, targets: [{ ...own, files: { ...files, given } }] });
    const [provided, loaded, set] = ['provide("vendor_sdk.version", "lambda: (8, 2)")', 'loaded("own"', 'setattr(target_0, "LIMIT"'].map(
      (line) => text.indexOf(line),
    );
    expect(provided).toBeGreaterThan(0);
    expect(provided).toBeLessThan(loaded ?? 0);
    expect(loaded).toBeLessThan(set ?? 0);
    const outside = text.replace(/"""[^"]*"""|'[^'\n]*'|"(?:[^"\\\n]|\\.)*"/g, "''");
    expect(outside).not.toMatch(/owned|system|__import__/);
  });

  test("is partitioned by its own function, where the pipeline is what that does", () => {
    const flow = { target: "own", callee: "partition_for_own", given: { fast: true, [evil]: 1 }, hasWeights: false };
    const text = scriptOf({ ...hostile, targets, flow });
    expect(text).toContain("mod = target_0.partition_for_own(mod, fast=True)");
    expect(text).not.toContain("Sequential");
  });
});

describe("a script from a hostile run", () => {
  test("is ASCII, and none of the user's text is outside of a string", () => {
    const text = scriptOf(hostile);
    expect(text).toMatch(/^[\x20-\x7e\n]*$/);
    const outside = text.replace(/"""[^"]*"""|'[^'\n]*'|"(?:[^"\\\n]|\\.)*"/g, "''");
    expect(outside).not.toMatch(/owned|system|__import__/);
    expect(text).toMatch(/owned/);
  });

  test("with a model file, the names of its inputs are strings, too", () => {
    const shapes = new Map([[evil, [1, "?"] as const]]);
    const text = scriptOf({ ...hostile, model: { format: "TFLite", shapes, dtypes: new Map([[evil, evil]]), keepsParameters: true } });
    expect(text).toMatch(/^[\x20-\x7e\n]*$/);
    expect(text.replace(/"""[^"]*"""|'[^'\n]*'|"(?:[^"\\\n]|\\.)*"/g, "''")).not.toMatch(/owned|system|__import__/);
    expect(text).toContain("[1, relay.Any()]");
  });

  test("a pass whose name is not an identifier makes no script", () => {
    const steps = [{ pass: "InferType()); evil(", options: {}, targets: [], patterns: [] }];
    expect(pythonScript({ ...hostile, steps })).toMatchObject({ kind: "refused" });
  });

  test("a target that TVM 0.19.0 does not have makes no script", () => {
    expect(pythonScript({ ...hostile, targets: [{ name: "cmsis-nn", edited: undefined }] })).toMatchObject({
      kind: "refused",
      reason: expect.stringContaining("cmsis-nn"),
    });
  });
});

const python = ["python3", "python"].find((name) => spawnSync(name, ["--version"]).status === 0);

describe.skipIf(python === undefined)("as Python reads it", () => {
  test("the script parses, and its strings are what they were", () => {
    const reader =
      "import ast,json,sys\ntree=ast.parse(sys.stdin.read())\nprint(json.dumps([n.value for n in ast.walk(tree) if isinstance(n,ast.Constant) and isinstance(n.value,str)]))";
    const { stdout, stderr } = spawnSync(python ?? "", ["-c", reader], { input: scriptOf(hostile), encoding: "utf8" });
    expect(stderr).toBe("");
    const strings: readonly string[] = JSON.parse(stdout);
    expect(strings).toContain(evil);
    expect(strings).toContain(hostile.text);
  });
});

describe("a script of an imported module", () => {
  const plain: ScriptRun = {
    ...hostile,
    text: "def @main(%x: Tensor[(2), float32]) { %x }",
    steps: [],
    targets: [],
    disabledPasses: [],
    regions: [],
  };
  const model = { shapes: new Map([["x", [2]]]), dtypes: new Map([["x", "float32"]]), keepsParameters: false };

  test("imports the file that it is given, with the weights bound where they are constants", () => {
    const text = scriptOf({ ...plain, model: { ...model, format: "TFLite" } });
    expect(text).toContain('mod, params = relay.frontend.from_tflite(model, shape_dict={"x": [2]}, dtype_dict=types)');
    expect(text).toContain('bind_params_by_name(mod["main"], params)\n    PARAMS.update(params)');
    expect(text).toContain("mod = imported(sys.argv[1]) if len(sys.argv) > 1 else relay.parser.parse(");
  });

  test("leaves them variables where they are", () => {
    expect(scriptOf({ ...plain, model: { ...model, format: "TFLite", keepsParameters: true } })).not.toContain('"main"], params)');
    expect(scriptOf({ ...plain, model: { ...model, format: "ONNX", keepsParameters: true } })).toContain("freeze_params=False");
  });
});

test("a pass that names its target is asked for a copy's regions by exchanging the names", () => {
  const step = (pass: string, compiler: string) => ({ pass, options: { compiler }, targets: [], patterns: [] });
  const of = (pass: string, compiler: string) => scriptOf({ ...hostile, steps: [step(pass, compiler)], targets: [], regions: [] });
  const swap = '    mod = swapped(mod, "dnnl", "dnnl_copy")';
  const call = '    mod = importlib.import_module("tvm.relay.op.contrib.dnnl").prune_dnnl_subgraphs(mod)';
  expect(of("PruneDnnlSubgraphs", "dnnl_copy")).toContain([swap, call, swap].join("\n"));
  expect(of("PruneDnnlSubgraphs", "dnnl")).not.toContain("swapped");
  expect(of("RepartitionMrvlSubgraphs", "mrvl_copy")).toContain("# RepartitionMrvlSubgraphs is left out: TVM has it for mrvl alone.");
});
