/**
 * Two nodes with very many nodes between them. The answer names every node in the way and the ones that no set of
 * operators avoids. The work is linear in their number.
 */
import { workOf } from "@relayscope/cases/work";
import { calledOp, type Expr } from "@relayscope/ir";
import { finishedRun, type Run, whyOf } from "@relayscope/run";
import { expect, test } from "vitest";
import { flow } from "./modules.ts";

/** A value that goes on at once, and by a chain of calls of two kinds; in the middle of it one that can be nobody's. */
async function farRun(calls: number, middle: string): Promise<Run> {
  const type = "Tensor[(1, 4), float32]";
  const out = [`def @main(%x: ${type}) {`, "  %0 = nn.relu(%x);"];
  let at = 0;
  const put = (call: string) => out.push(`  %${++at} = ${call};`);
  for (let i = 0; i < calls; i++) {
    if (i * 2 === calls) for (const call of middle.split(";").filter((c) => c !== "")) put(call.replaceAll("$", `%${at}`));
    put(`${i % 2 === 0 ? "exp" : "sin"}(%${at})`);
  }
  const text = [...out, `  add(%0, %${at})`, "}", ""].join("\n");
  const customTargets = [{ name: "acc", patterns: [], operators: ["nn.relu", "add"] }];
  const run = await finishedRun({ text, target: "acc", customTargets, pipeline: flow, optLevel: 2, bindParameters: false });
  expect(run.stages[0]?.errors).toBe(0);
  return run;
}

function endsOf(run: Run): readonly [Expr, Expr] {
  const { order } = whyOf(run).why.ground;
  return [order.find((e) => calledOp(e) === "nn.relu"), order.find((e) => calledOp(e) === "add")] as [Expr, Expr];
}

test("every node between a far pair is reported, and every operator that is needed", async () => {
  const works: number[] = [];
  for (const calls of [250, 1_000]) {
    const run = await farRun(calls, "");
    const { why } = whyOf(run);
    const [from, to] = endsOf(run);
    why.boundaries();
    expect(why.between(from, to)?.blockers).toHaveLength(calls);
    works.push(
      await workOf(() => {
        why.between(from, to);
        const chances = why.additionsTo("acc", true).chancesOf(from, to);
        expect(chances.kind === "open" && chances.required.map((addition) => addition.operator)).toEqual(["exp", "sin"]);
      }),
    );
  }
  expect(works[1]).toBeLessThan(6 * (works[0] ?? 0));
});

test("of thousands the one that can never be the target's is named, with the way through it", async () => {
  const run = await farRun(1_000, "($, %x);concatenate($, axis=0);split($, indices_or_sections=2);$.0");
  const [from, to] = endsOf(run);
  const chances = whyOf(run).why.additionsTo("acc", true).chancesOf(from, to);
  if (chances.kind !== "none") throw new Error("No proof was found.");
  expect(chances.proof.path).toHaveLength(1_006);
  expect(chances.proof.never.map(({ node }) => node.kind)).toEqual(["Tuple"]);
});

test("a variable of a pair is called one", async () => {
  const run = await farRun(2, "");
  const { why } = whyOf(run);
  const [, add] = endsOf(run);
  const x = why.ground.order.find((e) => e.kind === "Var");
  expect(x && why.between(x, add)?.sentence).toMatch(/^The variable `%x` is not a call/);
});
