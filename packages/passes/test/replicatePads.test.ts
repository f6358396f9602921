/**
 * Where the reference's ReplicatePads doubles its result: exact as far as it goes, and a failure that says so beyond.
 * Texts are in `cases/ReplicatePads`.
 */
import { inferTypes } from "@relayscope/infer";
import { isCallOf, postOrderList } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { parseModule } from "@relayscope/text";
import { expect, it } from "vitest";
import { passContext, runStep } from "../src/index.ts";
import { findPass } from "../src/passes.ts";

const context = passContext(operators, { optLevel: 2 });

/** Levels of a pad and two convolutions that are summed, one level behind the other. */
function levels(count: number): string {
  const lines: string[] = [];
  for (let level = 0; level < count; level++) {
    const [pad, left, right, sum] = [0, 1, 2, 3].map((i) => `%${5 * level + i}`);
    const conv = `qnn.conv2d(${pad}, %w, 0, 0, 0.5f, 0.5f, channels=2, kernel_size=[3, 3], data_layout="NHWC", kernel_layout="HWIO")`;
    lines.push(`${pad} = nn.pad(${level === 0 ? "%x" : `%${5 * level - 1}`}, 0, pad_width=[[0, 0], [1, 1], [1, 1], [0, 0]]);`);
    lines.push(`${left} = ${conv};`, `${right} = ${conv};`, `${sum} = add(${left}, ${right});`);
    lines.push(`%${5 * level + 4} = cast(${sum}, dtype="int8");`);
  }
  return `def @main(%x: Tensor[(1, 4, 4, 2), int8], %w: Tensor[(3, 3, 2, 2), int8]) {\n${lines.join("\n")}\n%${5 * count - 1}\n}`;
}

function replicated(count: number) {
  const pass = findPass("ReplicatePads");
  if (!pass) throw new Error("There is no pass ReplicatePads.");
  const { module } = inferTypes(parseModule(levels(count), { operators }).module, operators, { trust: "nothing" });
  return runStep(module, { pass, options: {} }, context);
}

it.each([
  [1, 6],
  [2, 16],
  [3, 36],
  [8, 1276],
])("%i levels become %i calls, as in the reference", (count, calls) => {
  const main = replicated(count).module.functions.get("main");
  const nodes = main ? postOrderList(main) : [];
  expect(nodes.filter((node) => node.kind === "Call")).toHaveLength(calls);
  expect(nodes.filter((node) => isCallOf(node, "nn.pad"))).toHaveLength(nodes.filter((node) => isCallOf(node, "qnn.conv2d")).length);
});

it("stops where copies of copies are too many", () => {
  const result = replicated(20);
  expect([result.status, result.diagnostics[0]?.code]).toEqual(["failed", "too-many-copies"]);
});
