/** What a run gives, and how often the page is notified. */
import type { Engine, RunEvent } from "@relayscope/engine";
import { createEngine } from "@relayscope/engine";
import { expect, test } from "vitest";
import { createPage } from "../src/state/page.ts";
import { createStorage } from "../src/state/storage.ts";
import { memory, run } from "./makePage.ts";

const text = "def @main(%x: Tensor[(1, 8), float32]) {\n  nn.relu(%x)\n}\n";

test("results that come together are written together, the first at once and none after the end", async () => {
  const engine = createEngine();
  const events: RunEvent[] = [];
  // All but the first at once, as a worker's messages come to a page that was busy.
  const hasty: Engine = {
    ...engine,
    run: (request, take) =>
      engine.run(request, (event) => {
        events.push(event);
        if (event.kind !== "stage" || event.result.stage === 0) for (const each of events.splice(0)) take(each);
      }),
  };
  const page = createPage(() => hasty, createStorage(memory(), memory()));
  const written: number[] = [];
  page.store.subscribe((state, before) => {
    if (state.run.stages !== before.run.stages) written.push(state.run.stages.length);
  });
  await run(page, text);
  const { stages } = page.store.getState().run;
  expect(written).toEqual([1, stages.length]);
  expect(stages.map((s) => s.stage)).toEqual(stages.map((_, i) => i));
});
