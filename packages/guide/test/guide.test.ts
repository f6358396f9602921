/** Every pass, target and cause has a page; every example does what its page says; every link leads somewhere. */
import { readdirSync, readFileSync } from "node:fs";
import { createEngine, type RunRequest, type StageResult } from "@relayscope/engine";
import { causeCodes } from "@relayscope/explain";
import { readInline, refusedLinks } from "@relayscope/prose";
import { afterAll, describe, expect, test } from "vitest";
import { causeBetween } from "../src/between.ts";
import { causeWords } from "../src/causes.ts";
import { type GuidePage, guideOf, passWords } from "../src/guide.ts";
import { searchOf } from "../src/search.ts";
import { targetWords } from "../src/targets.ts";

const engine = createEngine();
const catalog = await engine.catalog();
const guide = guideOf(catalog);
afterAll(() => engine.dispose());

let epoch = 0;

interface Ran {
  readonly epoch: number;
  readonly stages: readonly StageResult[];
  readonly codes: readonly string[];
}

function run(page: GuidePage): Promise<Ran> {
  const { live } = page;
  if (!live) throw new Error(`${page.address} has no example`);
  const { look: _, between: __, ...settings } = live;
  const request: RunRequest = { epoch: ++epoch, trace: true, ...settings };
  return new Promise((resolve, reject) => {
    const stages: StageResult[] = [];
    const codes: string[] = [];
    engine.run(request, (event) => {
      if (event.kind === "stage") {
        stages.push(event.result);
        codes.push(...event.problems.filter((p) => p.severity === "error").map((p) => `${p.code}: ${p.message}`));
      } else if (event.kind === "finished") resolve({ epoch: request.epoch, stages, codes });
      else reject(new Error(event.message));
    });
  });
}

const pagesOf = (room: GuidePage["room"]) => guide.pages.filter((page) => page.room === room).map((page) => [page.address, page] as const);

test("every pass and target has its words, and no words are left over", () => {
  expect(Object.keys(passWords).sort()).toEqual(catalog.passes.map((pass) => pass.name).sort());
  expect(Object.keys(targetWords).sort()).toEqual(catalog.targets.map((target) => target.name).sort());
  expect(Object.keys(causeWords).sort()).toEqual([...causeCodes].sort());
});

test("the page about stop_fusion names each pass that inserts one", () => {
  const passes = new URL("../../passes/src/", import.meta.url);
  const inserting = readdirSync(passes, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && /\bcalls?\("annotation\.stop_fusion"/.test(readFileSync(new URL(file, passes), "utf8")))
    .sort();
  const ofFile: Readonly<Record<string, string>> = {
    "fusion/splitArgs.ts": "SplitArgs",
    "legalize/plain.ts": "Legalize",
    "quantize/quantizePartition.ts": "QuantizePartition",
    "quantize/realize/sums.ts": "QuantizeRealize",
  };
  expect(inserting).toEqual(Object.keys(ofFile));
  const words = JSON.stringify(guide.pageAt("topic/stop_fusion")?.blocks);
  for (const pass of Object.values(ofFile)) expect(words).toContain(`\`${pass}\` `);
});

test("every link leads to a page", () => {
  const texts = (page: GuidePage) => [
    page.lead,
    page.live?.look ?? "",
    ...page.blocks.flatMap((block) => (block.kind === "table" || block.kind === "facts" ? block.rows.flat() : [block.text])),
  ];
  const broken = guide.pages.flatMap((page) =>
    texts(page)
      .flatMap((text) => [
        ...refusedLinks(text),
        ...readInline(text).flatMap((part) => (part.kind === "link" && !guide.pageAt(part.to) ? [part.to] : [])),
      ])
      .map((link) => `${page.address}: ${link}`),
  );
  expect(broken).toEqual([]);
});

describe("examples of passes", () => {
  test.each(pagesOf("pass"))("%s", async (_, page) => {
    const { stages, codes } = await run(page);
    expect(codes).toEqual([]);
    const last = stages.at(-1);
    const isStill = passWords[page.title]?.unchanged !== undefined;
    expect(last?.status, last?.reason).toBe(isStill ? "unchanged" : "done");
  });
});

describe("examples of targets have a region of the target", () => {
  test.each(pagesOf("target"))("%s", async (address, page) => {
    const { stages, codes } = await run(page);
    expect(codes).toEqual([]);
    const regions = stages.at(-1)?.summary.regions.map((region) => `target/${region.target}`);
    expect(regions).toEqual([address]);
  });
});

describe("examples of notions run to their end", () => {
  test.each(pagesOf("topic"))("%s", async (_, page) => {
    const { codes } = await run(page);
    expect(codes).toEqual([]);
  });
});

describe("examples of causes have the cause", () => {
  test.each(pagesOf("cause").filter(([, page]) => page.live))("%s", async (address, page) => {
    const { epoch: own, stages } = await run(page);
    const { text = "", between = [0, 0] } = page.live ?? {};
    const found = await causeBetween(engine, { epoch: own, stage: stages.length - 1, text }, between, address.slice("cause/".length));
    expect(`cause/${found?.cause.code}`, found?.cause.sentence).toBe(address);
  });
});

test("the grammar's samples are Relay", async () => {
  const page = guide.pageAt("topic/grammar");
  const samples = page?.blocks.flatMap((block) => (block.kind === "code" ? [block.text] : [])) ?? [];
  expect(samples.length).toBeGreaterThan(3);
  for (const text of samples) {
    const request = {
      epoch: ++epoch,
      trace: false,
      text,
      pipeline: [{ pass: "InferType", options: {} }],
      optLevel: 2,
      target: "",
      customTargets: [],
      bindParameters: false,
    };
    const problems = await new Promise<readonly string[]>((resolve) => {
      const told: string[] = [];
      engine.run(request, (event) => {
        if (event.kind === "stage") told.push(...event.problems.filter((p) => p.severity === "error").map((p) => p.message));
        else resolve(told);
      });
    });
    expect(problems, text).toEqual([]);
  }
});

describe("search", () => {
  const search = searchOf(guide);
  test("finds titles first", () => {
    expect(search("mergecomposite")[0]?.page.address).toBe("pass/MergeComposite");
  });
  test("finds words of the text and shows them", () => {
    const found = search("form a cycle").find(({ page }) => page.address === "topic/regions" || page.room === "cause");
    expect(found?.excerpt.toLowerCase()).toContain("form a cycle");
  });
  test("wants all words, and finds nothing for nothing", () => {
    expect(search("mergecomposite zebra")).toEqual([]);
    expect(search("  ")).toEqual([]);
  });
});
