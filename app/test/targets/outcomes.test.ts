/** What the page says of an edit of the target: what it came to, what it undid, and why nothing is offloaded. */
import { expect, test } from "vitest";
import { FileDraft } from "../../src/left/FileDraft.ts";
import { isProblemListShown, problemCount } from "../../src/state/model.ts";
import type { Page } from "../../src/state/page.ts";
import { makePage, run, until } from "../makePage.ts";

const text = `def @main(%x: Tensor[(1, 8), float32]) {
  %0 = nn.relu(%x);
  %1 = tanh(%0);
  nn.relu(%1)
}
`;

const limited = `from tvm import relay
import tvm
from tvm.relay.dataflow_pattern import is_op, wildcard
from tvm.relay.op.contrib.register import register_pattern_table

MOST = 8


def check(call):
    return int(call.checked_type.shape[1]) <= MOST


@register_pattern_table("mine")
def pattern_table():
    return [("mine.relu", is_op("nn.relu")(wildcard()), check)]
`;

const notice = (page: Page, id: string) => page.store.getState().notices.find((one) => one.id === id);

/** The notice of a kind once it says this. */
async function said(page: Page, id: string, part: string) {
  await until(page, (s) => s.notices.some((one) => one.id === id && one.text.includes(part)));
  return notice(page, id);
}

async function withTarget(source = limited): Promise<Page> {
  const page = makePage();
  page.store.setState({ catalog: await page.engine.catalog() });
  await run(page, text);
  await page.actions.openTargetFiles([{ name: "mine.py", text: source }]);
  await until(page, (s) => s.run.status === "finished");
  return page;
}

async function write(page: Page, source: string, isContinued = false): Promise<void> {
  const { document } = page.store.getState();
  const spec = document.customTargets.find(({ name }) => name === document.target);
  if (!spec) throw new Error("the target has files");
  const files = [{ name: "mine.py", text: source }];
  const draft = new FileDraft(page.engine);
  await draft.check(spec, files);
  draft.apply(page, spec, files, isContinued);
}

test("an edit of the target's file says what it comes to, and again as it goes on", async () => {
  const page = await withTarget();
  await write(page, limited.replace("MOST = 8", "MOST = 4"));
  const none = await said(page, "applied", "2 → 0 regions.");
  expect(none).toMatchObject({ tone: "warning", hasReasons: true, action: { label: "Undo" } });
  expect(none?.text).toMatch(/^The edit of `mine`: 2 → 0 regions\. .*check/);
  await write(page, limited.replace("MOST = 8", "MOST = 9"), true);
  await until(page, (s) => s.notices.every(({ id }) => id !== "applied"));
});

test("a target opened next to a text that is not Relay says why the input failed", async () => {
  const page = makePage();
  page.store.setState({ catalog: await page.engine.catalog() });
  await run(page, text);
  page.actions.setText(limited);
  await until(page, (s) => s.run.status === "finished");
  await page.actions.openTargetFiles([{ name: "mine.py", text: limited }]);
  expect((await said(page, "target", "`Input` failed"))?.text).toMatch(/ `Input` failed: This is Python, not Relay\.$/);
});

test("undo says what it undid and what that comes to, and offers to do it again", async () => {
  const page = await withTarget();
  page.actions.undo();
  const undone = await said(page, "undone", "regions.");
  expect(undone?.text).toContain(
    "Undone: `byoc-target` is the target again, in place of `mine`. 2 → 0 regions. None of the 3 operators is in a region.",
  );
  undone?.action?.run();
  expect((await said(page, "undone", "Redone"))?.text).toContain("`mine` is the target again, in place of `byoc-target`.");
});

test("another target says what changed", async () => {
  const page = await withTarget();
  page.actions.chooseTarget("dnnl");
  expect((await said(page, "flow", "→ `dnnl`"))?.text).toMatch(/^`mine` → `dnnl`: 2 → \d regions?\. `dnnl` brings its own flow/);
  page.actions.chooseTarget("mine");
  expect((await said(page, "flow", "→ `mine`"))?.text).toMatch(/^`dnnl` → `mine`: \d → 2 regions\.$/);
});

test("a target that takes nothing says why, with the way to the reasons", async () => {
  const page = await withTarget(limited.replace("nn.relu", "nn.conv2d"));
  const opened = await said(page, "target", "None of");
  expect(opened).toMatchObject({ tone: "warning", hasReasons: true });
  expect(opened?.text).toMatch(/^`mine` is the target now: 1 pattern \(1 with a check\), 0 operator rules\. None of/);
});

test("a target whose check raises is an error, with its line", async () => {
  const page = await withTarget(limited.replace("shape[1]", "shape[5]"));
  const opened = await said(page, "target", "`MergeComposite` failed at line 10 of `mine.py`.");
  expect(opened).toMatchObject({ tone: "error", place: { file: "mine.py", line: 10 } });
});

test("a target that is removed leaves the flow as it was before", async () => {
  const page = await withTarget();
  page.actions.undo();
  const { document } = page.store.getState();
  page.actions.redo();
  page.actions.removeTarget("mine");
  expect(page.store.getState().document).toEqual({ ...document, partitionsAgain: false });
});

test("an answer that TVM does not take leads to the check that gave it", async () => {
  const page = await withTarget(limited.replace("int(call.checked_type.shape[1]) <= MOST", "'yes'"));
  await said(page, "target", "`MergeComposite` failed at line 9 of `mine.py`.");
  const [problem] = page.store.getState().run.problems;
  expect(problem?.message).toMatch(/raises on `nn.relu`, as it does in TVM: TVMError: expected int but got str\.$/);
  expect(problem?.calls).toEqual([{ file: "mine.py", line: 9, name: "check" }]);
});

test("a file that is being written is counted among the problems, and does not open their list", () => {
  const page = makePage();
  page.actions.setDraftProblems([{ file: "mine.py", line: 2, message: "SyntaxError: invalid syntax" }]);
  expect(problemCount(page.store.getState(), "error")).toBe(1);
  expect(isProblemListShown(page.store.getState())).toBe(false);
});

test("undo and redo of an applied change name the change, not the target that it edits", async () => {
  const page = await withTarget();
  await until(page, (s) => s.run.status === "finished");
  const { document } = page.store.getState();
  const outcome = { regions: 2, regionsByTarget: [], offloaded: 2, operators: 3, tensors: 3, bytes: 100, failure: "" };
  const customTargets = document.customTargets.map((target) => ({ ...target, operators: ["add"] }));
  page.actions.applyChange({
    edits: [{ kind: "add-rule", target: "mine", operator: "add" }],
    label: "",
    run: { ...document, customTargets },
    before: outcome,
    after: outcome,
  });
  await until(page, (s) => s.changes.length === 1 && s.run.status === "finished");
  page.actions.undo();
  expect((await said(page, "undone", "Undone"))?.text).toMatch(/^Undone: `mine` takes `add`\./);
  page.actions.redo();
  expect((await said(page, "undone", "Redone"))?.text).toMatch(/^Redone: `mine` takes `add`\./);
});
