/** What the browser stores of a document: it is here again after a reload, or the page says what is not. */
import { encodeFile } from "@relayscope/share";
import { afterEach, expect, test, vi } from "vitest";
import { notRestored } from "../../src/state/actions/lostParts.ts";
import { keepDocument } from "../../src/state/keepDocument.ts";
import { snapshotOf } from "../../src/state/snapshots.ts";
import { makePage, memory, pageOf, run } from "../makePage.ts";
import { leave, visit } from "../visit.ts";

afterEach(leave);

const text = "def @main(%x: Tensor[(1, 8), float32]) {\n  nn.relu(%x)\n}\n";
const other = text.replace("nn.relu", "sigmoid");

const fileOf = (flow: string, name = '"mine"') => `import tvm
from tvm import relay
from tvm.relay.dataflow_pattern import is_op, wildcard
from tvm.relay.op.contrib.register import register_pattern_table


@register_pattern_table(${name})
def pattern_table():
    return [("mine.relu", is_op("nn.relu")(wildcard()))]


def partition_for_mine(mod, params=None, constructor=True):
${flow}
`;
const deep = `    with tvm.transform.PassContext(opt_level=11):
        return relay.transform.InferType()(mod)`;
const long = `    steps = [relay.transform.InferType() for _ in range(900)]
    return tvm.transform.Sequential(steps)(mod)`;

test.each([
  ["a flow of a high level", deep],
  ["a flow of hundreds of passes", long],
])("%s is stored and loaded again", async (_, flow) => {
  const backend = memory();
  const page = makePage(backend);
  await run(page, text);
  await page.actions.openTargetFiles([{ name: "mine.py", text: fileOf(flow) }]);
  const [spec] = page.store.getState().document.customTargets;
  if (!spec) throw new Error("the file is a target");
  const { flow: read } = await page.engine.targetFiles(spec);
  expect(read?.options.map(({ name }) => name)).toEqual(["params"]);
  await page.storage.warm();
  page.storage.saveDocument(snapshotOf(page.store.getState(), undefined));
  const again = makePage(backend);
  const loaded = await again.storage.loadDocument();
  expect(loaded).toMatchObject({ text, target: "mine" });
  expect(again.storage.lost.size).toBe(0);
});

test("a target whose files or name no link can hold is refused, and nothing changes", async () => {
  const page = await pageOf(text);
  const { document } = page.store.getState();
  const notice = () => page.store.getState().notices.at(-1)?.text;
  await page.actions.openTargetFiles([{ name: "mine.py", text: `${fileOf(deep)}#${"x".repeat(1 << 20)}` }]);
  expect(notice()).toBe("A target has at most 20 files of 1 MiB each.");
  await page.actions.openTargetFiles([{ name: "mine.py", text: fileOf(deep, '"a" * 1001') }]);
  expect(notice()).toBe("The name of the target has more than 1000 characters.");
  expect(page.store.getState().document).toBe(document);
});

test("a stored document comes back without the parts that can't be read, which are named", async () => {
  const backend = memory();
  const page = makePage(backend);
  await run(page, text);
  const snapshot = snapshotOf(page.store.getState(), undefined);
  const broken = { ...snapshot, optLevel: 0.5, customTargets: [{ name: "x".repeat(2_000), patterns: [], operators: [] }] };
  backend.setItem("relayscope.document", encodeFile(broken));
  const opened = await visit("", backend);
  expect(opened.store.getState().document).toMatchObject({ text, customTargets: [] });
  expect(opened.store.getState().notices.map(({ text }) => text)).toContain(
    "Your module is here again, without what could not be read of its stored form: `customTargets.0.name`, `optLevel`.",
  );
});

test("of a tab's own document and the stored one, the lost parts of each are named", async () => {
  const [backend, tab] = [memory(), memory()];
  const page = await pageOf(text);
  const snapshot = snapshotOf(page.store.getState(), undefined);
  backend.setItem("relayscope.document", encodeFile({ ...snapshot, optLevel: 0.5 }));
  tab.setItem(
    "relayscope.entry",
    `7\n${encodeFile({ ...snapshot, customTargets: [{ name: "x".repeat(2_000), patterns: [], operators: [] }] })}`,
  );
  const { storage } = makePage(backend, tab);
  const [stored, left] = [await storage.loadDocument(), await storage.loadEntry("7")];
  const lost = [left, stored].map((loaded) => loaded && storage.lost.get(loaded));
  expect(lost).toEqual([["customTargets.0.name"], ["optLevel"]]);
  expect(notRestored(lost[0] ?? [], lost[1] ?? [])).toBe(
    "Your module is here again, without what could not be read of its stored form: `customTargets.0.name`. The module that the browser stored last lacks what could not be read: `optLevel`.",
  );
});

test("a damaged link leaves the user's own module on the page", async () => {
  const backend = memory();
  backend.setItem("relayscope.document", encodeFile(snapshotOf((await ranPage()).store.getState(), undefined)));
  const opened = await visit("#s=2d.broken", backend);
  expect(opened.store.getState().document.text).toBe(text);
  expect(opened.store.getState().notices.find(({ id }) => id === "link")?.text).toMatch(/Your own module is shown instead\.$/);
});

async function ranPage(backend = memory()) {
  const page = makePage(backend);
  await run(page, text);
  await page.storage.warm();
  return page;
}

test("of two tabs, the document of the other one is kept as the previous one", async () => {
  const backend = memory();
  const [one, two] = [await ranPage(backend), await ranPage(backend)];
  one.storage.saveDocument(snapshotOf(one.store.getState(), undefined));
  await run(two, other);
  two.storage.saveDocument(snapshotOf(two.store.getState(), undefined));
  expect((await one.storage.loadPrevious())?.text).toBe(text);
  expect((await makePage(backend).storage.loadDocument())?.text).toBe(other);
});

test("a document that the browser has no room for is reported", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("addEventListener", () => undefined);
  const full = {
    ...memory(),
    setItem: () => {
      throw new Error("full");
    },
  };
  const page = makePage(full);
  await page.storage.warm();
  keepDocument(page, page.store.getState());
  page.actions.setText(text);
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  expect(page.store.getState().notices).toContainEqual(expect.objectContaining({ id: "stored", tone: "warning" }));
});

test("the last module comes back, and the one that it replaces can come back, too", async () => {
  const backend = memory();
  const page = await ranPage(backend);
  page.storage.savePrevious({ ...snapshotOf(page.store.getState(), undefined), text: other });
  await page.actions.openPrevious();
  expect(page.store.getState().document.text).toBe(other);
  page.store
    .getState()
    .notices.find(({ id }) => id === "previous")
    ?.action?.run();
  expect(page.store.getState().document.text).toBe(text);
  expect((await page.storage.loadPrevious())?.text).toBe(other);
});

test("a document that is forgotten becomes the previous one, and stays it", async () => {
  const page = makePage();
  const { storage } = page;
  await run(page, text);
  await storage.warm();
  storage.saveDocument(snapshotOf(page.store.getState(), undefined));
  for (const _ of [1, 2]) {
    storage.forgetDocument();
    expect(await storage.loadDocument()).toBeUndefined();
    expect(await storage.loadPrevious()).toMatchObject({ text });
  }
});

test("a text that no browser has room for is not written out, and the page says so", async () => {
  const backend = memory();
  const page = makePage(backend);
  await page.storage.warm();
  const snapshot = snapshotOf(page.store.getState(), undefined);
  page.storage.saveDocument({ ...snapshot, text });
  const written = vi.spyOn(backend, "setItem");
  page.storage.saveDocument({ ...snapshot, text: "\n".repeat(6_000_000) });
  expect(written).not.toHaveBeenCalled();
  expect(page.storage.isFull()).toBe(true);
  page.storage.saveDocument({ ...snapshot, text: other });
  expect(page.storage.isFull()).toBe(false);
  expect(await page.storage.loadDocument()).toMatchObject({ text: other });
});
