/**
 * What only the client over a worker does: the watchdog over runs and questions, and workers that hang, crash or are
 * canceled.
 */
import { createWorkerEngine, type Engine, type Halt, type RunEvent, type Work, type WorkerLike } from "@relayscope/engine";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { FromWorker, ToWorker } from "../src/wire/messages.ts";
import { collect, graphOf, localWorker, request } from "./modules.ts";

const engines: Engine[] = [];

afterEach(() => {
  for (const engine of engines.splice(0)) engine.dispose();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Listener = (event: Event) => void;

interface Silent {
  /** What it was posted, without the lock that it holds. */
  readonly posted: ToWorker[];
  lock: string;
  isEnded: boolean;
  say(...messages: readonly FromWorker[]): void;
  fail(type: string, message: string): void;
}

/** Workers that only note what they are told; `say` speaks for them. */
function silentWorkers() {
  const made: Silent[] = [];
  const make = (): WorkerLike => {
    const listeners = new Map<string, Listener[]>();
    const tell = (type: string, event: object) => {
      for (const listener of listeners.get(type) ?? []) listener({ type, ...event } as Event);
    };
    const entry: Silent = {
      posted: [],
      lock: "",
      isEnded: false,
      say: (...messages) => {
        for (const data of messages) tell("message", { data });
      },
      fail: (type, message) => tell(type, { message, preventDefault() {} }),
    };
    made.push(entry);
    return {
      postMessage: (posted) => {
        const message = posted as ToWorker;
        if (message.kind === "hold") entry.lock = message.lock;
        else entry.posted.push(message);
      },
      addEventListener: (type, listener) => listeners.set(type, [...(listeners.get(type) ?? []), listener]),
      terminate: () => {
        entry.isEnded = true;
      },
    };
  };
  const at = (i: number): Silent => {
    const entry = made[i];
    if (!entry) throw new Error(`there is no worker ${i}`);
    return entry;
  };
  return { made, make, at };
}

const stage = (epoch: number, n: number): FromWorker => ({
  kind: "event",
  event: {
    kind: "stage",
    epoch,
    result: {
      stage: n,
      pass: "Input",
      status: "done",
      reason: "",
      ms: 0,
      summary: {
        operators: 0,
        offloaded: 0,
        nodes: 0,
        functions: 0,
        composites: 0,
        regions: [],
        largest: 0,
        crossing: { tensors: 0, bytes: 0, unsized: 0 },
        byOperator: [],
      },
    },
    problems: [],
  },
});
const finished = (epoch: number): FromWorker => ({ kind: "event", event: { kind: "finished", epoch, ms: 1 } });
const picture = (epoch: number, n: number) =>
  ({ epoch, stage: n, hideVariables: false, hideConstants: false, showAnnotations: false, collapsed: [] }) as const;

/** An engine over silent workers, with what it told. */
function watched(options: Parameters<typeof createWorkerEngine>[1] = {}) {
  const workers = silentWorkers();
  const engine = createWorkerEngine(workers.make, options);
  engines.push(engine);
  const events: RunEvent[] = [];
  const halts: Halt[] = [];
  const works: (Work | undefined)[] = [];
  engine.watch({ working: (work) => works.push(work), halted: (halt) => halts.push(halt) });
  const run = (epoch: number, changes: Parameters<typeof request>[1] = {}) =>
    engine.run(request(epoch, changes), (event) => events.push(event));
  /** A run that the first worker has ended, of two stages. */
  const done = (changes: Parameters<typeof request>[1] = {}) => {
    run(1, changes);
    workers.at(0).say({ kind: "ready" }, { kind: "started", epoch: 1 }, stage(1, 0), stage(1, 1), finished(1));
  };
  return { ...workers, engine, events, halts, works, run, done };
}

describe("limits", () => {
  beforeEach(() => void vi.useFakeTimers());

  test("a run that does not end is stopped, the worker restarts, and done stages are computed again", () => {
    const { at, made, events, run } = watched({ timeLimit: 30 });
    run(1);
    at(0).say({ kind: "ready" }, { kind: "started", epoch: 1 }, stage(1, 0), stage(1, 1));
    vi.advanceTimersByTime(29);
    expect(events.map((e) => e.kind)).toEqual(["stage", "stage"]);
    vi.advanceTimersByTime(1);
    expect(events.at(-1)).toMatchObject({ kind: "stopped", reason: "timeout", epoch: 1 });
    expect(made.map((w) => w.isEnded)).toEqual([true, false]);
    expect(at(1).posted).toMatchObject([{ kind: "run", request: { epoch: 1, pipeline: [{ pass: "MergeComposite" }] } }]);
  });

  test("a run may ask for a longer limit, which then holds for questions about it, too", async () => {
    const { engine, at, events, run, halts } = watched({ timeLimit: 10 });
    run(1, { timeLimit: 5_000 });
    at(0).say({ kind: "ready" }, { kind: "started", epoch: 1 });
    vi.advanceTimersByTime(4_999);
    expect(events).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(events).toMatchObject([{ kind: "stopped", reason: "timeout" }]);
    const question = engine.text(1, 0);
    const refused = expect(question).rejects.toThrow("5 s");
    at(1).say({ kind: "ready" }, { kind: "working", id: 1 });
    vi.advanceTimersByTime(4_999);
    expect(halts).toEqual([]);
    vi.advanceTimersByTime(1);
    await refused;
  });

  test("a picture that takes too long is stopped; the stages are computed again and the other questions repeated", async () => {
    const { engine, at, events, halts, done } = watched({ timeLimit: 2_000 });
    done();
    const drawing = engine.graph(picture(1, 1));
    const text = engine.text(1, 1);
    const refused = expect(drawing).rejects.toThrow("The picture did not finish within 2 s");
    at(0).say({ kind: "taken", id: 1 }, { kind: "working", id: 1 });
    vi.advanceTimersByTime(2_000);
    await refused;
    expect(halts).toMatchObject([{ reason: "timeout", work: { kind: "question", method: "graph" } }]);
    expect(at(0).isEnded).toBe(true);
    expect(at(1).posted).toMatchObject([
      { kind: "run", request: { epoch: 1 } },
      { kind: "ask", method: "text", id: 2 },
    ]);
    at(1).say({ kind: "answer", id: 2, value: "again" });
    expect(await text).toBe("again");
    // What was given of the run stays as it is.
    at(1).say(stage(1, 0), finished(1));
    expect(events.map((e) => e.kind)).toEqual(["stage", "stage", "finished"]);
  });
});

describe("what is not wanted any more", () => {
  beforeEach(() => void vi.useFakeTimers());

  test("a worker that an older run keeps busy is replaced for a newer run", () => {
    const { at, made, run } = watched({ patience: 20 });
    run(1);
    at(0).say({ kind: "ready" });
    run(2);
    vi.advanceTimersByTime(20);
    expect(made.map((w) => w.isEnded)).toEqual([true, false]);
    expect(at(1).posted).toMatchObject([{ kind: "run", request: { epoch: 2 } }]);
  });

  test("a worker that is loading is not replaced for being busy", () => {
    const { made, run } = watched({ patience: 20 });
    run(1);
    run(2);
    vi.advanceTimersByTime(2_000);
    expect(made).toHaveLength(1);
  });

  test("a worker that draws a canceled picture is replaced for a newer run", () => {
    const { engine, at, made, run, done } = watched({ patience: 20 });
    done();
    engine.graph(picture(1, 1)).catch(() => undefined);
    at(0).say({ kind: "taken", id: 1 }, { kind: "working", id: 1 });
    run(2);
    vi.advanceTimersByTime(999);
    expect(made).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(made.map((w) => w.isEnded)).toEqual([true, false]);
    expect(at(1).posted[0]).toMatchObject({ kind: "run", request: { epoch: 2 } });
  });

  test("a file that is opened does not wait for a picture of the document before", async () => {
    const { engine, at, done } = watched();
    done();
    const drawing = engine.graph(picture(1, 1));
    const refused = expect(drawing).rejects.toThrow("no longer needed");
    at(0).say({ kind: "taken", id: 1 }, { kind: "working", id: 1 });
    const recording = engine.recording("PrintIR()");
    vi.advanceTimersByTime(1_000);
    await refused;
    expect(at(1).posted).toMatchObject([{ kind: "run" }, { kind: "ask", method: "recording" }]);
    at(1).say({ kind: "answer", id: 2, value: undefined });
    expect(await recording).toBeUndefined();
  });

  test("pictures beyond those of two panes wait, and are not drawn where they are not wanted any more", async () => {
    const { engine, at, done } = watched();
    done();
    const asked = at(0).posted.length;
    const unwanted = new AbortController();
    const drawings = [engine.graph(picture(1, 0)), engine.graph(picture(1, 1))];
    const taken = engine.graph(picture(1, 2), unwanted.signal);
    const last = engine.graph(picture(1, 3));
    expect(at(0).posted).toHaveLength(asked + 2);
    unwanted.abort();
    await expect(taken).rejects.toThrow("no longer needed");
    at(0).say({ kind: "answer", id: 1, value: "first" }, { kind: "answer", id: 2, value: "second" });
    expect(await Promise.all(drawings)).toEqual(["first", "second"]);
    expect(at(0).posted.slice(asked)).toMatchObject([{ args: [{ stage: 0 }] }, { args: [{ stage: 1 }] }, { args: [{ stage: 3 }] }]);
    at(0).say({ kind: "answer", id: 3, value: "third" });
    expect(await last).toBe("third");
  });

  test("what the worker is doing is reported: the run, then the question that it names", () => {
    const { engine, at, works, done } = watched();
    done();
    expect(works).toEqual([{ kind: "run" }, undefined]);
    void engine.text(1, 0);
    at(0).say({ kind: "taken", id: 1 });
    expect(works).toHaveLength(2);
    at(0).say({ kind: "working", id: 1 }, { kind: "answer", id: 1, value: "" });
    expect(works.slice(2)).toEqual([{ kind: "question", method: "text" }, undefined]);
  });

  test("cancel without a run stops the questions, and says what was stopped", async () => {
    const { engine, at, halts, done } = watched();
    done();
    const waiting = [1, 2, 3].map((n) => engine.graph(picture(1, n)));
    const refused = Promise.all(waiting.map((drawing) => expect(drawing).rejects.toThrow("The picture was stopped.")));
    at(0).say({ kind: "taken", id: 1 }, { kind: "working", id: 1 });
    engine.cancel();
    await refused;
    expect(halts).toMatchObject([{ reason: "canceled" }]);
    expect(at(0).isEnded).toBe(true);
    expect(at(1).posted).toMatchObject([{ kind: "run", request: { epoch: 1 } }]);
  });
});

describe("a worker that is gone", () => {
  test("a crash of a run is reported, open questions are refused, and the next run goes to a new worker", async () => {
    const { engine, at, events, run } = watched();
    run(1);
    at(0).say({ kind: "ready" }, { kind: "started", epoch: 1 });
    const question = engine.text(1, 0);
    at(0).fail("error", "out of memory");
    await expect(question).rejects.toThrow("was restarted");
    expect(events).toMatchObject([{ kind: "stopped", reason: "crash" }]);
    engine.run(request(2), () => {});
    expect(at(1).posted).toMatchObject([{ kind: "run", request: { epoch: 2 } }]);
    // What the dead worker still had to say is not heard.
    at(0).say(stage(2, 0));
    expect(events).toHaveLength(1);
  });

  test("a released lock is noticed at once and reported, and the results are computed again", async () => {
    const held = new Map<string, () => void>();
    const locks = {
      request: (name: string, _: object, act: () => Promise<void>) =>
        new Promise<void>((resolve) => held.set(name, () => void act().then(resolve))),
    };
    vi.stubGlobal("navigator", { locks });
    const { engine, at, halts, done } = watched();
    done();
    expect(held.size).toBe(0);
    at(0).say({ kind: "held" });
    held.get(at(0).lock)?.();
    expect(halts).toMatchObject([{ reason: "crash", work: undefined, message: expect.stringContaining("was restarted") }]);
    expect(at(1).posted).toMatchObject([{ kind: "run", request: { epoch: 1, pipeline: [{ pass: "MergeComposite" }] } }]);
    const question = engine.text(1, 0);
    expect(at(1).posted.at(-1)).toMatchObject({ kind: "ask", method: "text" });
    at(1).say({ kind: "answer", id: 1, value: "there" });
    expect(await question).toBe("there");
  });

  test.each(["error", "messageerror"])("an event %s at a question refuses that question alone", async (type) => {
    const { engine, at, halts, done } = watched();
    done();
    const guilty = engine.why(1, 1);
    const other = engine.text(1, 1);
    at(0).say({ kind: "working", id: 1 });
    at(0).fail(type, "out of memory");
    await expect(guilty).rejects.toThrow("stopped unexpectedly");
    expect(halts).toMatchObject([{ reason: "crash", work: { method: "why" } }]);
    at(1).say({ kind: "answer", id: 2, value: "there" });
    expect(await other).toBe("there");
  });

  test("a crash at a question within a run restarts the run, and no stage is reported twice", async () => {
    const { engine, at, events, run } = watched();
    run(1);
    at(0).say({ kind: "ready" }, { kind: "started", epoch: 1 }, stage(1, 0));
    const question = engine.text(1, 0);
    at(0).say({ kind: "working", id: 1 });
    at(0).fail("error", "out of memory");
    await expect(question).rejects.toThrow("stopped unexpectedly");
    expect(at(1).posted).toMatchObject([{ kind: "run", request: request(1) }]);
    at(1).say({ kind: "ready" }, { kind: "started", epoch: 1 }, stage(1, 0), stage(1, 1), finished(1));
    expect(events).toMatchObject([{ result: { stage: 0 } }, { result: { stage: 1 } }, { kind: "finished" }]);
  });

  test("a worker at nothing that reads nothing is gone, and the run goes to another", () => {
    vi.useFakeTimers();
    const { at, events, run, done } = watched();
    done();
    run(2);
    vi.advanceTimersByTime(4_999);
    expect(at(0).isEnded).toBe(false);
    vi.advanceTimersByTime(1);
    expect(at(0).isEnded).toBe(true);
    expect(at(1).posted).toMatchObject([{ kind: "run", request: { epoch: 2 } }]);
    expect(events.at(-1)).toMatchObject({ kind: "finished", epoch: 1 });
  });

  test("a worker that cannot be loaded is reported, and loaded again with the next run", async () => {
    const { engine, at, made, events, run } = watched();
    run(1);
    const question = engine.text(1, 0);
    at(0).fail("error", "no network");
    await expect(question).rejects.toThrow("could not be loaded (no network)");
    expect(events).toMatchObject([{ kind: "stopped", reason: "crash" }]);
    expect(made).toHaveLength(1);
    await expect(engine.text(1, 0)).rejects.toThrow();
    run(2);
    expect(at(1).posted).toMatchObject([{ kind: "run", request: { epoch: 2 } }]);
  });

  test("a worker that is not loaded within a minute is reported", () => {
    vi.useFakeTimers();
    const { events, run } = watched();
    run(1);
    vi.advanceTimersByTime(60_000);
    expect(events).toMatchObject([{ kind: "stopped", reason: "crash", message: expect.stringContaining("could not be loaded") }]);
  });

  test("workers that are gone time and again are not started without end", () => {
    const { at, made, done } = watched();
    done();
    for (let i = 0; i < made.length && i < 20; i++) {
      at(i).say({ kind: "ready" });
      at(i).fail("error", "out of memory");
    }
    expect(made.length).toBeLessThanOrEqual(3);
  });
});

test("a served engine says what it reads and what it is at", async () => {
  const said: FromWorker[] = [];
  const worker = localWorker();
  worker.addEventListener("message", (event) => event instanceof MessageEvent && said.push(event.data));
  const engine = createWorkerEngine(() => worker);
  await collect(engine, request(1));
  await graphOf(engine, 1, 1);
  await engine.language.outline("def @main() { () }");
  const kinds = said.flatMap((message) => {
    if (message.kind === "event") return [];
    return "id" in message ? [`${message.kind} ${message.id ?? "run"}`] : [message.kind];
  });
  expect(kinds.filter((kind, i) => kind !== kinds[i - 1])).toEqual([
    ...["ready", "started", "working run"],
    ...["taken 1", "working 1", "answer 1"],
    ...["taken 2", "working 2", "answer 2"],
  ]);
  engine.dispose();
});

test("cancel ends the worker at once, and what was done can still be asked about", async () => {
  const workers: WorkerLike[] = [];
  const ended = vi.fn();
  const engine = createWorkerEngine(() => {
    const worker = localWorker();
    workers.push(worker);
    return {
      ...worker,
      terminate: () => {
        ended();
        worker.terminate();
      },
    };
  });
  const stopped = new Promise<RunEvent>((resolve) => {
    engine.run(request(1), (event) => {
      if (event.kind === "stage" && event.result.stage === 1) {
        engine.cancel();
        expect(ended).toHaveBeenCalledOnce();
      } else if (event.kind !== "stage") resolve(event);
    });
  });
  expect(await stopped).toMatchObject({ kind: "stopped", reason: "canceled" });
  expect((await graphOf(engine, 1, 1)).graph.frames.map((f) => f.kind)).toContain("composite");
  expect((await collect(engine, request(2))).at(-1)?.kind).toBe("finished");
  expect(workers).toHaveLength(2);
  engine.dispose();
});
