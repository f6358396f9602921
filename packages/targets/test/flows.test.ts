/**
 * Partition functions as pipelines: what a file's own flow is under values of its options, and what its own steps make
 * of a module.
 */
import { textCases } from "@relayscope/cases";
import { inferTypes } from "@relayscope/infer";
import type { Expr, Module } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { passContext, runStep, weightsOf } from "@relayscope/passes";
import { findPass } from "@relayscope/passes/all";
import { parseModule, printModule } from "@relayscope/text";
import { describe, expect, test } from "vitest";
import { type Answered, type FileTarget, type FlowModel, loadTarget, type RecordedFlow } from "../src/index.ts";

const cases = textCases(new URL("flows/", import.meta.url));

/**
 * A flow as lines; where a module is given, its steps run on what the steps before them made of it, and its text at the
 * end follows.
 */
function shown(flow: RecordedFlow, { flowOptions, entriesOf }: FileTarget, start: Module | undefined): string {
  const patterns = entriesOf(flow).map(({ name, pattern, check }) => ({
    name,
    pattern,
    check: (root: Expr) => answered(check?.answer(root)),
  }));
  const lines = [
    `${flow.name} at level ${flow.optLevel}${flow.bindsParameters ? ", binds weights" : ""}`,
    ...flowOptions.map(({ name, type, default: otherwise }) => `option ${name}: ${type} = ${JSON.stringify(otherwise)}`),
    ...[...flow.config].map(([name, pass]) => `config ${name}, ${pass === undefined ? "which no pass reads" : `for ${pass}`}`),
    ...flow.caught.map((name) => `goes on without ${name}`),
    ...(flow.stopped ? [`stops at ${flow.stopped.pass}: ${flow.stopped.why.message}`] : []),
    ...(start && !flow.isOnModel ? ["on a module of one operator"] : []),
  ];
  let module = start;
  for (const { pass, options, isOff, run } of flow.steps) {
    const what = run ? " (of the file)" : findPass(pass) ? "" : " (not built)";
    const given = Object.keys(options).length > 0 ? ` ${JSON.stringify(options)}` : "";
    lines.push(`${isOff ? "off " : ""}${pass}${given}${what}`);
    if (!module || isOff) continue;
    const outcome = run?.(module);
    if (outcome && outcome.kind !== "value") return [...lines, `raises ${outcome.message}`].join("\n");
    const known = findPass(pass);
    if (outcome) module = outcome.value;
    else if (known && pass !== "AnnotateTarget")
      module = runStep(module, { pass: known, options }, passContext(operators, { tables: { patterns, rules: {} } })).module;
  }
  return [...lines, ...(module ? [printModule(module).trim()] : [])].join("\n");
}

function answered(answer: Answered | undefined): boolean {
  return answer === undefined || (answer.kind === "value" && answer.value);
}

function modelOf(relay: string): FlowModel {
  const { module } = inferTypes(parseModule(relay, { operators }).module, operators, { trust: "nothing" });
  const main = module.functions.get("main");
  return { module, weights: main ? weightsOf(main, undefined) : new Map(), hasHoles: false };
}

/** What a flow's steps begin with: weights are bound at the input. */
function startOf({ bindsParameters }: RecordedFlow, model: FlowModel | undefined): Module | undefined {
  const bind = bindsParameters ? findPass("BindParameters") : undefined;
  return bind && model ? runStep(model.module, { pass: bind, options: {} }, passContext(operators)).module : model?.module;
}

describe("a file's own flow", () => {
  test.each(cases.map((c) => [c.name, c] as const))("%s", (_, { input, output }) => {
    // The module that the flow is recorded on, and another one that its steps run on: the same where there is none.
    const [text = "", given = "{}", relay, other] = input.split(/^---\n/m);
    const loaded = loadTarget(new Map([["own.py", text]]), {});
    if (loaded.kind === "error") throw new Error(`${loaded.type}: ${loaded.message}`);
    const model = relay === undefined ? undefined : modelOf(relay);
    const outcome = loaded.target.flow(JSON.parse(given), model);
    const answer =
      outcome?.kind === "value"
        ? shown(outcome.value, loaded.target, startOf(outcome.value, other === undefined ? model : modelOf(other)))
        : outcome
          ? `${outcome.kind} ${outcome.message}`
          : "no flow";
    expect(answer).toBe(output);
  });
});
