/** Runs a program of the cases and answers what it prints, and the exception that ends it. */
import { operators } from "@relayscope/ops";
import { Machine } from "@relayscope/python";
import { parseExpression, parseModule } from "@relayscope/text";
import { startState } from "../src/host/state.ts";
import { makeFinder } from "../src/load/finder.ts";
import { readTextsWith } from "../src/natives/parsing.ts";
import { runForGood } from "../src/passes/runPass.ts";
import { shownPrelude } from "./shown.ts";

readTextsWith({ parseModule, parseExpression });

export function runShown(program: string): string {
  const text = shownPrelude + program;
  const place = { path: "main.py", name: "__main__", tree: undefined, folder: "" };
  const finder = makeFinder(place, new Map([["main.py", text]]));
  const machine = new Machine({ find: finder.find, standIn: finder.standIn });
  startState(machine, operators, runForGood);
  const outcome = machine.load("__main__");
  const lines = machine.log.filter((record) => record.level === "print").map((record) => record.message);
  if (outcome.kind === "raised") lines.push(`${outcome.type}: ${outcome.message.trim().split("\n").at(-1) ?? ""}`);
  if (outcome.kind === "exhausted") lines.push(outcome.message);
  // Addresses differ from run to run; here they are left out.
  return lines
    .join("\n")
    .trim()
    .replace(/ at 0x[0-9a-f]+/g, "");
}
