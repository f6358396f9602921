/** Why a check of a target's own file refuses a node: the words, what they are about, and how to change it. */
import { textCases } from "@relayscope/cases";
import type { SettingValue } from "@relayscope/engine";
import { decidingSettings } from "@relayscope/explain";
import { inferTypes } from "@relayscope/infer";
import { type Expr, nameOf } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { shownCheck } from "@relayscope/run";
import { loadTarget } from "@relayscope/targets";
import { parseModule } from "@relayscope/text";
import { expect, test } from "vitest";

const header = `import logging
import tvm
from tvm import relay
from tvm.relay.dataflow_pattern import wildcard
from tvm.relay.op.contrib.register import register_pattern_table

logger = logging.getLogger("own")
`;
const footer = `
@register_pattern_table("own")
def table():
    return [("own.any", wildcard(), check)]
`;

/** Lines of a case's file are counted without the header. */
const before = header.split("\n").length - 1;

const cases = textCases(new URL("refusals", import.meta.url)).map((c) => [c.name, c] as const);

function bodyOf(text: string): Expr {
  const main = inferTypes(parseModule(text, { operators }).module, operators).module.functions.get("main");
  if (!main) throw new Error("The case has no @main.");
  return main.body;
}

/** What a case is run with: whether the file is of a built-in target, and other values of names of the file. */
interface Options {
  readonly builtIn?: boolean;
  readonly others?: Readonly<Record<string, readonly SettingValue[]>>;
}

/** The check of a file, in which names have other values. */
function loaded(program: string, changed: Readonly<Record<string, SettingValue>> = {}) {
  const given = Object.entries(changed).map(([name, value]) => `${name} = ${pythonText(value)}\n`);
  const answer = loadTarget(new Map([["own.py", `${header}${program}\n${footer}${given.join("")}`]]), {});
  if (answer.kind === "error") throw new Error(answer.message);
  const check = answer.target.entries[0]?.check;
  if (!check) throw new Error("The file has no check.");
  return check;
}

function pythonText(value: SettingValue): string {
  return value === true ? "True" : value === false ? "False" : JSON.stringify(value);
}

function settingsOf(program: string, others: NonNullable<Options["others"]>, node: Expr) {
  const choices = Object.entries(others).map(([name, [first = true, ...rest]]) => [name, { default: first, others: rest }] as const);
  const present = Object.fromEntries(choices.map(([name, choice]) => [name, choice.default]));
  const accepts = (changed: Readonly<Record<string, SettingValue>>) => {
    const outcome = loaded(program, { ...present, ...changed }).answer(node);
    return outcome.kind === "value" && outcome.value;
  };
  return decidingSettings(Object.fromEntries(choices), present, accepts);
}

test.each(cases)("%s", (_, { input, output, options }) => {
  const { builtIn = false, others = {} } = options as Options;
  const [program = "", model = ""] = input.split("\n---\n");
  const shown = shownCheck(loaded(program).trace, { isBuiltIn: builtIn, settings: (node) => settingsOf(program, others, node) });
  const refusal = shown.refusalOf(bodyOf(model));
  const numbered = (text: string) => text.replace(/line (\d+)/g, (_all, line: string) => `line ${Number(line) - before}`);
  const lines = refusal && [
    numbered(refusal.text),
    ...(refusal.condition === "" ? [] : [`condition: ${numbered(refusal.condition)}`]),
    ...refusal.details.map(({ attribute, found, wanted, operator }) => {
      return `detail: ${attribute} is ${found}${wanted ? `, wanted ${wanted}` : ""}${operator === undefined ? "" : `, of ${operator}`}`;
    }),
    ...refusal.nodes.map((chain) => `nodes: ${chain.map(nameOf).join(" < ")}`),
    ...(refusal.notConstant ? [`not constant: ${nameOf(refusal.notConstant)}`] : []),
    ...refusal.settings.map(({ name, value, wanted }) => `setting: ${name} is ${value}, wanted ${wanted}`),
    ...(refusal.isTypeUnknown ? ["a type is not known"] : []),
    ...refusal.others.map(({ text }) => `also: ${numbered(text)}`),
  ];
  expect(lines?.join("\n") ?? "accepts").toBe(output);
});
