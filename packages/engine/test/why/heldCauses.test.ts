import { expect, test } from "vitest";
import { engineAfter, flow, taking } from "../modules.ts";

const text = `def @main(%x: Tensor[(1, 8), float32]) {
  %0 = exp(%x);
  %1 = tanh(%0);
  %2 = exp(%1);
  %3 = sigmoid(%2);
  add(%3, %3)
}
`;

test("a card that no boundary touches answers for all of its operators, each cause once", async () => {
  const engine = await engineAfter(taking(text, "add"));
  const idOf = async (query: string) => (await engine.search(1, 0, query)).hits.flatMap(({ nodes }) => nodes);
  const ids = [...(await idOf("exp")), ...(await idOf("tanh")), ...(await idOf("%x"))];
  const { causes, calls, asked } = await engine.heldCauses(1, 0, ids);
  expect([calls, asked]).toEqual([3, 3]);
  expect(causes.map(({ cause, nodes }) => [cause.sentence, nodes.map(({ label }) => label)])).toEqual([
    ["`acc` has neither a rule nor a pattern for `exp`.", ["exp", "exp"]],
    ["`acc` has neither a rule nor a pattern for `tanh`.", ["tanh"]],
  ]);
  const [offloaded] = await idOf("add");
  expect((await engine.heldCauses(1, flow.length, [offloaded ?? -1])).causes).toEqual([]);
});
