/** What is opened while something else is on its way, and what the page makes of a worker that was stopped. */
import { createEngine, type Engine, type GraphRequest, HaltError, type RunRequest, type WorkListener } from "@relayscope/engine";
import { expect, test } from "vitest";
import { createGraphCache } from "../src/state/graphCache.ts";
import { makePage, memory, pageOf, run, until } from "./makePage.ts";

const relay = (operator: string) => `def @main(%x: Tensor[(1, 8), float32]) {\n  ${operator}(%x)\n}\n`;
const recorded = `After Running Pass: {The meta data of the pass: pass name: InferType}\n${relay("tanh")}`;

/** An answer that is given when `give` is called. */
function later<T>(): { readonly answer: Promise<T>; readonly give: (value: T) => void } {
  let give: (value: T) => void = () => {};
  const answer = new Promise<T>((resolve) => {
    give = resolve;
  });
  return { answer, give };
}

/** A file whose text comes when it is let. */
function slowFile(name: string, text: string) {
  const { answer, give } = later<string>();
  const file = new File([text], name);
  Object.defineProperty(file, "text", { value: () => answer });
  return { file, give: () => give(text) };
}

test("of two files the one that was opened last stays, whichever is there first", async () => {
  const page = makePage();
  const first = slowFile("first.relay", relay("nn.relu"));
  const second = slowFile("second.relay", relay("tanh"));
  const opened = [page.actions.openFile(first.file), page.actions.openFile(second.file)];
  second.give();
  await until(page, (s) => s.document.text === relay("tanh"));
  first.give();
  await Promise.all(opened);
  expect(page.store.getState().document.text).toBe(relay("tanh"));
  expect(page.store.getState().notices.map((notice) => notice.text)).toEqual(["`second.relay` is open as a new document."]);
});

test("a file that no worker has to read is there at once, however busy the worker is", async () => {
  const never: Engine = { ...createEngine(), recording: () => new Promise(() => {}) };
  const page = makePage(memory(), memory(), never);
  await page.actions.openFile(new File([relay("nn.relu")], "plain.relay"));
  expect(page.store.getState().document.text).toBe(relay("nn.relu"));
});

test("a recording that is read late does not take the place of what was opened since", async () => {
  const { answer, give } = later<void>();
  const engine = createEngine();
  const slow: Engine = { ...engine, recording: (text) => answer.then(() => engine.recording(text)) };
  const page = makePage(memory(), memory(), slow);
  const opened = page.actions.openFile(new File([recorded], "log.txt"));
  await new Promise((resolve) => setTimeout(resolve, 20));
  page.actions.paste(relay("exp"));
  give();
  await opened;
  expect(page.store.getState().document.text).toBe(relay("exp"));
});

test("an edit made while a file is on its way stays, and the page says so", async () => {
  const page = await pageOf(relay("nn.relu"));
  const { file, give } = slowFile("late.relay", relay("tanh"));
  const opened = page.actions.openFile(file);
  page.actions.setText(relay("nn.relu").replace("%x)", "%x) // mine"));
  give();
  await opened;
  expect(page.store.getState().document.text).toContain("// mine");
  expect(page.store.getState().notices).toMatchObject([{ id: "file", text: expect.stringContaining("`late.relay` was not opened") }]);
});

/** A page over an engine whose worker says what the test says, with the requests of its runs. */
function watchedPage() {
  const listeners: WorkListener[] = [];
  const requests: RunRequest[] = [];
  const engine = createEngine();
  const page = makePage(memory(), memory(), {
    ...engine,
    watch: (listener) => void listeners.push(listener),
    run(request, onEvent) {
      requests.push(request);
      engine.run(request, onEvent);
    },
  });
  const listener: WorkListener = {
    working: (work) => {
      for (const listener of listeners) listener.working(work);
    },
    halted: (halt) => {
      for (const listener of listeners) listener.halted(halt);
    },
  };
  return { page, listener, requests };
}

test("a picture that was stopped is said where a run's end is, and goes on with a longer limit", async () => {
  const { page, listener, requests } = watchedPage();
  await run(page, relay("nn.relu"));
  listener.working({ kind: "question", method: "graph" });
  expect(page.store.getState().work).toEqual({ kind: "question", method: "graph" });
  listener.halted({ reason: "timeout", work: { kind: "question", method: "graph" }, message: "The picture took more than 20 s." });
  expect(page.store.getState().run).toMatchObject({
    status: "finished",
    stopped: { reason: "timeout", message: expect.stringContaining("20 s") },
  });
  page.actions.goOn();
  await until(page, (s) => s.run.status === "finished");
  expect(page.store.getState().run.stopped).toBeUndefined();
  expect(requests.map(({ timeLimit = 0 }) => timeLimit > 20_000)).toEqual([false, true]);
});

test("a worker that ended at nothing is a notice, and all stays", async () => {
  const { page, listener } = watchedPage();
  await run(page, relay("nn.relu"));
  const { document, run: before } = page.store.getState();
  for (let i = 0; i < 2; i++) listener.halted({ reason: "crash", work: undefined, message: "It was started again." });
  const state = page.store.getState();
  expect(state.notices).toMatchObject([{ id: "worker", text: "It was started again." }]);
  expect([state.document, state.run]).toEqual([document, before]);
});

const request: GraphRequest = {
  epoch: 1,
  stage: 0,
  collapsed: [],
  hideVariables: false,
  hideConstants: false,
  showAnnotations: false,
};

test("a picture that nobody waits for any more is taken back; one that somebody else waits for is not", async () => {
  const asked: AbortSignal[] = [];
  const engine: Engine = {
    ...createEngine(),
    graph: (_, signal) => {
      if (signal) asked.push(signal);
      return new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(new Error("taken back"))));
    },
  };
  const graphs = createGraphCache(engine);
  const waiting = [graphs.load(request), graphs.load(request)];
  graphs.release(request);
  expect(asked.map((signal) => signal.aborted)).toEqual([false]);
  graphs.release(request);
  expect(asked.map((signal) => signal.aborted)).toEqual([true]);
  // Wanted once more before that is heard: it is asked once more.
  const again = graphs.load(request);
  await Promise.all(waiting.map((answer) => expect(answer).rejects.toThrow("taken back")));
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked.map((signal) => signal.aborted)).toEqual([true, false]);
  graphs.release(request);
  await expect(again).rejects.toThrow("taken back");
  expect(graphs.failure(request)).toBeUndefined();
});

test("a picture that was stopped is known to be", async () => {
  const graphs = createGraphCache({ ...createEngine(), graph: () => Promise.reject(new HaltError("It took too long.")) });
  await expect(graphs.load(request)).rejects.toThrow("too long");
  expect(graphs.failure(request)).toBe("It took too long.");
  expect(graphs.failure({ ...request, epoch: 2 })).toBeUndefined();
});
