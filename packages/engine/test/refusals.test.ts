/** Why a check of a target's own file refuses a node: the words, what they are about, and how to change it. */
import { textCases } from "@relayscope/cases";
import { inferTypes } from "@relayscope/infer";
import { type Expr, nameOf } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { parseModule } from "@relayscope/text";
import { expect, test } from "vitest";
import { fileTarget } from "../src/run/fileTargets.ts";

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

test.each(cases)("%s", (_, { input, output }) => {
  const [program = "", model = ""] = input.split("\n---\n");
  const files = [{ name: "own.py", text: `${header}${program}\n${footer}` }];
  const { table, diagnostics } = fileTarget({ name: "own", patterns: [], operators: [], files }, undefined);
  expect(diagnostics).toEqual([]);
  const refusal = table[0]?.asked?.refusalOf(bodyOf(model));
  const numbered = (text: string) => text.replace(/line (\d+)/g, (_all, line: string) => `line ${Number(line) - before}`);
  const lines = refusal && [
    numbered(refusal.text),
    ...(refusal.condition === "" ? [] : [`condition: ${numbered(refusal.condition)}`]),
    ...refusal.details.map(({ attribute, found, wanted, operator }) => {
      return `detail: ${attribute} is ${found}${wanted ? `, wanted ${wanted}` : ""}${operator === undefined ? "" : `, of ${operator}`}`;
    }),
    ...refusal.nodes.map((chain) => `nodes: ${chain.map(nameOf).join(" < ")}`),
    ...(refusal.notConstant ? [`not constant: ${nameOf(refusal.notConstant)}`] : []),
    ...(refusal.isTypeUnknown ? ["a type is not known"] : []),
  ];
  expect(lines?.join("\n") ?? "accepts").toBe(output);
});
