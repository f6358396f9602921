/**
 * A run as a Python script for TVM 0.19.0: the module, the pipeline, the targets with their patterns, rules and checks.
 * The script prints the resulting regions and compares them with those of this run. Tables and checks of built-in
 * targets are TVM's own. Everything untrusted (the module, names, options) is a string literal, patterns are printed
 * from their parsed form, and nothing else runs but the Python files of the user's own target, which the script
 * contains unchanged.
 */
import { type Pattern, printPattern } from "@relayscope/match";
import { asciiPython, pythonComment, pythonString, pythonText, pythonValue } from "./literals.ts";
import { importFunction, type ScriptModel } from "./pythonImport.ts";
import { givenOptions, type PythonPass, pythonPass, settingsGoTo, upstreamModule } from "./pythonPasses.ts";
import { fileLoader, filesOf, flowCall, loaderImports, type ScriptFiles, type ScriptFlow } from "./pythonTarget.ts";

export interface ScriptPattern {
  readonly name: string;
  readonly pattern: Pattern;
}

/** A target that steps of the run name. */
export interface ScriptTarget {
  readonly name: string;
  /** Settings that are not TVM's defaults, by name. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The Python files that define it; `edited` then has the added patterns and operators. */
  readonly files?: ScriptFiles | undefined;
  /** Undefined for a built-in target as TVM has it. */
  readonly edited:
    | {
        readonly patterns: readonly ScriptPattern[];
        readonly operators: readonly string[];
        /** Whether it edits a built-in target: entries that kept their name keep TVM's check or rule. */
        readonly isBuiltIn: boolean;
      }
    | undefined;
}

export interface ScriptStep {
  readonly pass: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** What it reads in its pass context, by the names there. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** The targets whose table or rules the step uses. */
  readonly targets: readonly string[];
  /** Patterns of the step's own, before those of its targets. */
  readonly patterns: readonly ScriptPattern[];
}

export interface ScriptRun {
  /** The module as TVM prints it, without metadata. */
  readonly text: string;
  /** The model file that it was imported from; undefined for other texts. */
  readonly model?: ScriptModel | undefined;
  /** The steps that are switched on. */
  readonly steps: readonly ScriptStep[];
  readonly targets: readonly ScriptTarget[];
  /** The partition function equivalent to the steps; undefined if they must run one by one. */
  readonly flow?: ScriptFlow | undefined;
  readonly optLevel: number;
  readonly disabledPasses: readonly string[];
  /** The regions of this run: the operators of each, in any order. */
  readonly regions: readonly { readonly target: string; readonly operators: readonly string[] }[];
}

/** The script, or why the run can't be one, a sentence. */
export type PythonScript = { readonly kind: "script"; readonly text: string } | { readonly kind: "refused"; readonly reason: string };

/** Options that TVM's functions don't have: assumptions about constants without data, and other additions. */
const ownOptions: ReadonlySet<string> = new Set(["assume_positive", "converters", "optimize", "assumed_max", "targets", "patterns"]);

/** Writes the script. Refuses targets that TVM 0.19.0 does not have; a pass that it lacks is left out and named. */
export function pythonScript(run: ScriptRun): PythonScript {
  for (const target of run.targets) {
    if (target.edited && !target.edited.isBuiltIn) continue;
    if (target.name !== "custom" && upstreamModule(target.name) === undefined)
      return { kind: "refused", reason: `TVM 0.19.0 has no target \`${target.name}\`, so no script for it would run.` };
  }
  const strange = run.flow ? undefined : run.steps.find((step) => !/^[A-Za-z]\w*$/.test(step.pass));
  if (strange) return { kind: "refused", reason: `\`${strange.pass}\` is not a pass.` };
  const lines = [
    ...opening(run),
    ...(run.targets.some(({ files }) => files) ? fileLoader(run.targets.flatMap(({ files }) => files ?? [])) : []),
    ...run.targets.flatMap((target, i) => [...(target.files ? filesOf(target.files, target.name, i) : []), ...tableOf(target, i)]),
    ...run.steps.flatMap((step, i) =>
      step.patterns.length > 0 ? ["", "", ...patternTable(`patterns_of_step_${i}`, step.patterns, undefined)] : [],
    ),
    ...rulesOf(run.targets),
    ...(run.steps.some((step) => isForCopy(pythonPass(step.pass), step)) ? swapFunction : []),
    "",
    "",
    ...mainOf(run),
  ];
  return { kind: "script", text: `${lines.join("\n")}\n` };
}

function opening({ text, model, regions, targets }: ScriptRun): readonly string[] {
  const named = [...new Set(regions.map(({ target }) => target))];
  const own = (target: string) => regions.flatMap((r) => (r.target === target ? [counted(r.operators)] : []));
  const expected = Object.fromEntries(named.map((target) => [target, own(target).sort()]));
  return [
    "#!/usr/bin/env python3",
    '"""Partitions a module as Relayscope did, with TVM 0.19.0, and prints the regions. Made by Relayscope; run it with a Python that has TVM."""',
    "import importlib",
    ...(targets.some(({ files }) => files) ? loaderImports : []),
    "import re",
    "import sys",
    "",
    "import numpy as np",
    "import tvm",
    "from tvm import relay",
    "from tvm.relay.dataflow_pattern import *  # noqa: F403, the words of pattern tables",
    "from tvm.relay.op.contrib import get_pattern_table",
    "",
    "# The regions by target that came out in Relayscope: the operators of each, with how often it has them.",
    `EXPECTED = ${pythonValue(expected)}`,
    "",
    `MODULE = ${pythonText(text)}`,
    "",
    "",
    "def constants(text):",
    '    """The text came without the data of its constants: random data of their types is used instead."""',
    "    types = {}",
    `    for found in re.finditer(r"meta\\[relay\\.Constant\\]\\[(\\d+)\\](?: /\\* ty=(?:Tensor\\[\\(([\\d, ]*)\\), (\\w+)\\]|(\\w+)) \\*/)?", text):`,
    "        if found[3] or found[4] or int(found[1]) not in types:",
    "            types[int(found[1])] = found[2], found[3] or found[4]",
    "    random, made = np.random.RandomState(0), []",
    "    for index in range(max(types, default=-1) + 1):",
    "        sizes, dtype = types.get(index, (None, None))",
    '        shape = [int(size) for size in (sizes or "").split(",") if size.strip()]',
    '        made.append(relay.Constant(tvm.nd.array(np.resize(random.uniform(1, 8, 4096).astype(dtype or "float32"), shape))))',
    '    return {"relay.Constant": made}',
    "",
    "",
    "def bound(mod, name, inputs):",
    `    """All parameters but the inputs as constants, with ${model ? "the model's data where it is there, else with " : ""}random data."""`,
    "    function, random, values = mod[name], np.random.RandomState(1), {}",
    "    for parameter in function.params[0 if inputs else 1 :]:",
    ...(model
      ? [
          "        if parameter.name_hint in PARAMS:",
          "            values[parameter.name_hint] = PARAMS[parameter.name_hint]",
          "        elif parameter.name_hint not in inputs and isinstance(parameter.checked_type, relay.TensorType):",
        ]
      : ["        if parameter.name_hint not in inputs and isinstance(parameter.checked_type, relay.TensorType):"]),
    "            shape = [int(size) for size in parameter.checked_type.shape]",
    "            data = np.resize(random.uniform(1, 8, 4096).astype(parameter.checked_type.dtype), shape)",
    "            values[parameter.name_hint] = tvm.nd.array(data)",
    "    mod = tvm.IRModule(mod.functions, mod.type_definitions)",
    "    mod[name] = relay.build_module.bind_params_by_name(function, values)",
    "    return relay.transform.InferType()(mod)",
    ...(model ? ["", "", ...importFunction(model)] : []),
  ];
}

/** The lines of the function that returns a target's pattern table. */
function tableOf(target: ScriptTarget, index: number): readonly string[] {
  const upstream = target.files ? undefined : upstreamModule(target.name);
  const name = `table_${index}`;
  const load = upstream === undefined ? [] : [`importlib.import_module(${pythonString(upstream)})`, ...demandTargetKind(target.name)];
  if (!target.edited) {
    return ["", "", ...load, "", "", `def ${name}():`, `    return list(${upstreamTable(target)} or [])`];
  }
  const { patterns, isBuiltIn } = target.edited;
  if (target.files) {
    const added = patternTable(`added_${index}`, patterns, undefined);
    const own = `table_of(target_${index}, ${pythonString(target.name)})`;
    return ["", "", ...added, "", "", `def ${name}():`, `    return ${own} + added_${index}()`];
  }
  return ["", "", ...load, ...patternTable(name, patterns, isBuiltIn ? upstreamTable(target) : undefined)];
}

/** TVM's table of a target; the function that makes it takes some targets' settings as arguments. */
function upstreamTable({ name, settings = {} }: ScriptTarget): string {
  const module = upstreamModule(name);
  if (module === undefined || settingsGoTo(name) !== "table") return `get_pattern_table(${pythonString(name)})`;
  const given = settingsText(settings);
  return given === ""
    ? `get_pattern_table(${pythonString(name)})`
    : `importlib.import_module(${pythonString(module)}).${name}_pattern_table(${given})`;
}

function settingsText(settings: Readonly<Record<string, unknown>>): string {
  const named = Object.entries(settings).filter(([name]) => /^[a-z_]\w*$/.test(name));
  return named.map(([name, value]) => `${name}=${pythonValue(value)}`).join(", ");
}

/** The TVM targets that are in force while the passes run, as ends of a `with`. */
function targetsInForce(targets: readonly ScriptTarget[]): string {
  return targets
    .filter(({ name, settings = {} }) => settingsGoTo(name) === "target" && Object.keys(settings).length > 0)
    .map(({ name, settings }) => `, tvm.target.Target(${pythonValue({ kind: name, ...settings })})`)
    .join("");
}

/** TensorRT's checks ask for a target that only builds with its code generator know. */
function demandTargetKind(target: string): readonly string[] {
  if (target !== "tensorrt") return [];
  return [
    "try:",
    '    tvm.target.Target("tensorrt")',
    "except ValueError:",
    '    sys.exit("This TVM was built without TensorRT: its checks cannot be asked. Use a build that has it.")',
  ];
}

/** `upstream`: the table of TVM whose checks entries of the same name keep; undefined for none. */
function patternTable(name: string, patterns: readonly ScriptPattern[], upstream: string | undefined): readonly string[] {
  const lines = [`def ${name}():`, "    table = []"];
  if (upstream !== undefined) {
    lines.push("    checks = {}", `    for entry in ${upstream} or []:`, "        checks.setdefault(entry[0], entry[2:])");
  }
  for (const [i, entry] of patterns.entries()) {
    const written = printPattern(entry.pattern).split("\n").map(asciiPython);
    const last = written.pop() ?? "";
    lines.push("", `    def pattern_${i}():`, ...written.map((line) => `        ${line}`), `        return ${last}`, "");
    const check = upstream !== undefined ? `, *checks.get(${pythonString(entry.name)}, ())` : "";
    lines.push(`    table.append((${pythonString(entry.name)}, pattern_${i}()${check}))`);
  }
  return [...lines, "    return table"];
}

/** Registers the operator rules of edited targets. */
function rulesOf(targets: readonly ScriptTarget[]): readonly string[] {
  const lines: string[] = [];
  for (const { name, edited } of targets) {
    if (!edited) continue;
    const attribute = pythonString(`target.${name}`);
    lines.push("", "", `operators = ${pythonValue([...new Set(edited.operators)])}`);
    if (edited.isBuiltIn) {
      lines.push(
        "for operator in tvm.ir.Op.list_op_names():",
        "    try:",
        `        rule = tvm.ir.Op.get(operator).get_attr(${attribute})`,
        "    except tvm.TVMError:  # TVM has no rules of this target",
        "        rule = None",
        "    if (rule is not None) != (operator in operators):",
        `        tvm.ir.register_op_attr(operator, ${attribute}, lambda _, taken=operator in operators: taken, level=100)`,
      );
    } else {
      lines.push("for operator in operators:", `    tvm.ir.register_op_attr(operator, ${attribute}, lambda _: True, level=100)`);
    }
  }
  return lines;
}

/** Whether a step is a function of a target that is asked for the regions of another target: a copy of it. */
function isForCopy(made: PythonPass, { options: { compiler } }: ScriptStep): boolean {
  return made.kind === "call" && typeof compiler === "string" && compiler !== made.compiler;
}

const swapFunction: readonly string[] = [
  "",
  "",
  "def swapped(mod, one, other):",
  '    """The module with the regions of two targets exchanged: a pass of TVM names the target whose regions it changes."""',
  "    names = {one: other, other: one}",
  "    for var, func in list(mod.functions.items()):",
  '        name = func.attrs["Compiler"] if func.attrs and "Compiler" in func.attrs else None',
  "        if name in names:",
  '            mod.update_func(var, func.with_attr("Compiler", names[name]))',
  "    return mod",
];

/** The lines of a function of a target, for a copy of the target by exchanging the regions. */
function callOf(made: Extract<PythonPass, { kind: "call" }>, step: ScriptStep): readonly string[] {
  const call = `    mod = importlib.import_module(${pythonString(made.module)}).${made.callee}(mod)`;
  if (!isForCopy(made, step)) return [call];
  if (made.readsComposites) return [`    ${pythonComment(`${step.pass} is left out: TVM has it for ${made.compiler} alone.`)}`];
  const names = `${pythonString(made.compiler)}, ${pythonValue(step.options.compiler)}`;
  const swap = `    mod = swapped(mod, ${names})`;
  return [swap, call, swap];
}

function mainOf(run: ScriptRun): readonly string[] {
  const parsed = `relay.parser.parse('#[version = "0.0.5"]\\n' + MODULE, init_meta_table=constants(MODULE))`;
  const lines = [
    ...(run.model
      ? [
          `# Give the ${run.model.format} file as the argument, and it is imported in place of the text.`,
          `mod = imported(sys.argv[1]) if len(sys.argv) > 1 else ${parsed}`,
        ]
      : [`mod = ${parsed}`]),
  ];
  const at = run.targets.findIndex(({ name }) => name === run.flow?.target);
  if (run.flow && at >= 0) return [...lines, ...flowCall(run.flow, at), ...closing];
  lines.push(
    ...openQuantizer(run.steps),
    `with tvm.transform.PassContext(${contextOf(run)})${targetsInForce(run.targets)}:`,
    "    passes = []",
    "",
  );
  let isOpen = false;
  const apply = () => {
    if (isOpen) lines.push("    mod = tvm.transform.Sequential(passes)(mod)", "    passes = []");
    isOpen = false;
  };
  for (const [i, step] of run.steps.entries()) {
    const made = pythonPass(step.pass);
    switch (made.kind) {
      case "none":
        lines.push(`    ${pythonComment(`${step.pass} is left out: ${made.reason}.`)}`);
        break;
      case "bind":
        apply();
        lines.push(`    mod = bound(mod, ${pythonValue(step.options.function ?? "main")}, ${pythonValue(step.options.inputs ?? [])})`);
        break;
      case "call":
        apply();
        lines.push(...callOf(made, step));
        break;
      case "object":
        lines.push(`    passes.append(${objectText(made.module, made.make)})`);
        isOpen = true;
        break;
      case "transform":
        lines.push(...layoutConverters(step));
        if (Object.keys(step.config ?? {}).length > 0) {
          apply();
          lines.push(
            `    with tvm.transform.PassContext(${contextOf(run)}, config=${pythonValue(step.config)}):`,
            `        mod = relay.transform.${step.pass}(${argumentsOf(step, i, made.needs, run)})(mod)`,
          );
        } else {
          lines.push(`    passes.append(relay.transform.${step.pass}(${argumentsOf(step, i, made.needs, run)}))`);
          isOpen = true;
        }
        break;
    }
  }
  apply();
  return [...lines, ...closing];
}

function contextOf({ optLevel, disabledPasses }: ScriptRun): string {
  return `opt_level=${Math.trunc(optLevel)}, disabled_pass=${pythonValue(disabledPasses)}`;
}

/** `clml.RemoveDropoutPass()`, or the calibration, whose maker is next to it in its module. */
function objectText(module: string, make: string): string {
  const loaded = `importlib.import_module(${pythonString(module)})`;
  return make.startsWith("tvm.") ? make.replace("calibrate(", `${loaded}.calibrate(`) : `${loaded}.${make}`;
}

/** Marvell's flow registers how its operators' layouts convert before it asks for them. */
function layoutConverters(step: ScriptStep): readonly string[] {
  if (step.pass !== "ConvertLayout" || step.options.converters !== "mrvl") return [];
  const kinds = ["conv2d", "max_pool2d", "avg_pool2d", "global_avg_pool2d"];
  const module = 'importlib.import_module("tvm.relay.op.contrib.mrvl")';
  return kinds.map((kind) => `    ${module}.mrvl_register_${kind}_attr_funcs_for_convert_layout()`);
}

function argumentsOf(step: ScriptStep, index: number, needs: "options" | "table" | "targets", run: ScriptRun): string {
  const tables = step.targets.flatMap((name) => {
    const at = run.targets.findIndex((t) => t.name === name);
    return at < 0 ? [] : [`table_${at}()`];
  });
  if (needs === "table") return [...(step.patterns.length > 0 ? [`patterns_of_step_${index}()`] : []), ...tables].join(" + ") || "[]";
  const options = Object.entries(givenOptions(step.pass, step.options)).filter(
    ([name]) => !ownOptions.has(name) && /^[a-z_]\w*$/.test(name),
  );
  const named = options.map(([name, value]) => `${name}=${name === "global_vars" ? globalVars(value) : pythonValue(value)}`);
  return (needs === "targets" ? [pythonValue(step.targets), ...named] : named).join(", ");
}

function globalVars(value: unknown): string {
  const names = Array.isArray(value) ? value.map((name) => `relay.GlobalVar(${pythonString(String(name).replace(/^@/, ""))})`) : [];
  return `[${names.join(", ")}]`;
}

/** The quantizer's options and scope, which its passes run under. */
function openQuantizer(steps: readonly ScriptStep[]): readonly string[] {
  const first = steps.find((step) => step.pass.startsWith("Quantize"));
  if (!first) return [];
  const options = Object.entries(first.options).filter(([name]) => !ownOptions.has(name) && /^[a-z_]\w*$/.test(name));
  return [
    `relay.quantize.qconfig(${options.map(([name, value]) => `${name}=${pythonValue(value)}`).join(", ")}).__enter__()`,
    'importlib.import_module("tvm.relay.quantize.quantize").quantize_context().__enter__()',
  ];
}

/** Operators with how often each is there, by name: what the script says of a region as well. */
function counted(operators: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const operator of operators) counts.set(operator, (counts.get(operator) ?? 0) + 1);
  return [...counts]
    .map(([operator, count]) => `${operator} ${count}`)
    .sort()
    .join(", ");
}

const closing: readonly string[] = [
  "",
  "",
  "def counted(function):",
  '    """The operators of a region, with how often it has them."""',
  "    counts = {}",
  "",
  "    def visit(node):",
  "        if isinstance(node, relay.Call) and isinstance(node.op, tvm.ir.Op):",
  "            counts[node.op.name] = counts.get(node.op.name, 0) + 1",
  "",
  "    relay.analysis.post_order_visit(function, visit)",
  '    return ", ".join(sorted(f"{name} {count}" for name, count in counts.items()))',
  "",
  "",
  "regions = {}",
  "for name, function in mod.functions.items():",
  '    compiler = function.attrs["Compiler"] if isinstance(function, relay.Function) and function.attrs and "Compiler" in function.attrs else None',
  "    if compiler is not None:",
  "        regions.setdefault(str(compiler), []).append(name.name_hint)",
  "for compiler, names in sorted(regions.items()):",
  '    print(f"{compiler}: {len(names)} region" + ("s" if len(names) != 1 else ""))',
  "    for name in sorted(names):",
  '        print(f"    @{name}")',
  "found = {compiler: sorted(counted(mod[name]) for name in names) for compiler, names in regions.items()}",
  "if found != EXPECTED:",
  '    sys.exit(f"Relayscope found {EXPECTED}, TVM {tvm.__version__} {found}.")',
  'print("The same regions as in Relayscope.")',
];
