import { expect, test } from "vitest";
import { regionWords } from "../../src/inspector/RegionFacts.tsx";
import { nameParts } from "../../src/inspector/RegionRow.tsx";
import { pageOf } from "../makePage.ts";

test("a selected region is described by its target, its operators, and what enters and leaves", async () => {
  const value = "Tensor[(1, 8, 4, 4), float32]";
  const page = await pageOf(`def @main(%x: ${value}) {
  %0 = add(%x, 1f);
  %1 = add(%0, 2f);
  %2 = exp(%1);
  add(%2, 1f)
}
`);
  const { epoch, stages } = page.store.getState().run;
  const lines = await page.engine.regions(epoch, stages.length - 1);
  expect(lines.map(regionWords)).toEqual([
    {
      title: "byoc-target 0, 2 operators",
      operators: "add ×2",
      size: "A region of `byoc-target`: 1 tensor, 512 B in; 1 tensor, 512 B out.",
    },
    { title: "byoc-target 3, 1 operator", operators: "add", size: "A region of `byoc-target`: 1 tensor, 512 B in; 1 tensor, 512 B out." },
  ]);
  const [line] = lines;
  if (!line) throw new Error("no region");
  const composite = { ...line, kind: "composite" as const, calls: undefined, bytesIn: undefined, bytesOut: undefined };
  expect(regionWords(composite)).toMatchObject({
    title: "byoc-target 0, operators unknown",
    size: "A composite for `byoc-target`: 1 tensor in; 1 tensor out.",
  });
});

test("a row of the list keeps the number of a region whatever it cuts", () => {
  expect(nameParts("arm_compute_lib 12")).toEqual(["arm_compute_lib", " 12"]);
  expect(nameParts("tvmgen_default_dnnl_main_0")).toEqual(["tvmgen_default_dnnl_main", "_0"]);
  expect(nameParts("dnnl")).toEqual(["dnnl", ""]);
});
