/** A node's history as the inspector lists it: consecutive passes that say the same share a line. */
import { expect, test } from "vitest";
import { inRuns, runText } from "../../src/inspector/historyRuns.ts";
import { pageOf } from "../makePage.ts";

const value = "Tensor[(1, 8), float32]";
const partitioned = `def @acc_0(%i: ${value}, Compiler="acc", global_symbol="acc_0", Primitive=1) {
  nn.relu(%i)
}
def @main(%x: ${value}) {
  %0 = @acc_0(%x);
  exp(%0)
}
`;
const plain = `def @main(%x: ${value}) {
  exp(%x)
}
`;

async function linesOf(text: string): Promise<readonly string[]> {
  const page = await pageOf(text);
  const { epoch } = page.store.getState().run;
  const { hits } = await page.engine.search(epoch, 0, "exp");
  const lines = await page.engine.lineage(epoch, 0, hits[0]?.nodes[0] ?? -1);
  return inRuns(lines).map((own) => (own.length > 1 ? runText(own) : `${own[0].pass}: ${own[0].text}`));
}

test("passes that wait for a request are not run, and passes that ran and changed nothing are not said to wait", async () => {
  expect(await linesOf(partitioned)).toEqual(["Input: as the text has it", "InferType, MergeComposite and 3 more: not run"]);
  expect((await linesOf(plain)).filter((line) => line.includes("not run"))).toEqual([]);
  expect((await linesOf(plain)).at(-1)).toMatch(/: unchanged$/);
});
