/** What only the client over a worker does: ending workers that hang, crash or are canceled. */
import { createWorkerEngine, type RunEvent, serveEngine, type WorkerLike } from "@relayscope/engine";
import { afterEach, expect, test, vi } from "vitest";
import { collect, graphOf, request } from "./modules.ts";

afterEach(() => void vi.useRealTimers());

type Listener = (event: Event) => void;

/** Workers that only note what they are told; `say` speaks for them. */
function silentWorkers() {
  const made: { posted: { kind: string }[]; isEnded: boolean; say(type: string, event: object): void }[] = [];
  const make = (): WorkerLike => {
    const listeners = new Map<string, Listener[]>();
    const entry = {
      posted: [] as { kind: string }[],
      isEnded: false,
      say: (type: string, event: object) => {
        for (const listener of listeners.get(type) ?? []) listener({ type, ...event } as Event);
      },
    };
    made.push(entry);
    return {
      postMessage: (message) => entry.posted.push(message as { kind: string }),
      addEventListener: (type, listener) => listeners.set(type, [...(listeners.get(type) ?? []), listener]),
      terminate: () => {
        entry.isEnded = true;
      },
    };
  };
  return { made, make };
}

const stage = (epoch: number, n: number) => ({
  kind: "event",
  event: { kind: "stage", epoch, result: { stage: n, pass: "Input" }, problems: [] },
});

test("a run that does not end is stopped, the worker started again, and done stages computed anew", () => {
  return new Promise<void>((resolve) => {
    const { made, make } = silentWorkers();
    const engine = createWorkerEngine(make, { timeLimit: 30 });
    engine.run(request(1), (event) => {
      if (event.kind === "stage") return;
      expect(event).toMatchObject({ kind: "stopped", reason: "timeout", epoch: 1 });
      expect(made.map((w) => w.isEnded)).toEqual([true, false]);
      expect(made[1]?.posted).toMatchObject([{ kind: "run", request: { epoch: 1, pipeline: [{ pass: "MergeComposite" }] } }]);
      engine.dispose();
      resolve();
    });
    made[0]?.say("message", { data: stage(1, 0) });
    made[0]?.say("message", { data: stage(1, 1) });
  });
});

test("a run may ask for a longer limit", () => {
  vi.useFakeTimers();
  const { make } = silentWorkers();
  const engine = createWorkerEngine(make, { timeLimit: 10 });
  const events: RunEvent[] = [];
  engine.run(request(1, { timeLimit: 5_000 }), (event) => events.push(event));
  vi.advanceTimersByTime(4_999);
  expect(events).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(events).toMatchObject([{ kind: "stopped", reason: "timeout" }]);
  engine.dispose();
});

test("a crash is told, open questions are refused, and the next run goes to a new worker", async () => {
  const { made, make } = silentWorkers();
  const engine = createWorkerEngine(make);
  const events: RunEvent[] = [];
  engine.run(request(1), (event) => events.push(event));
  const question = engine.text(1, 0);
  made[0]?.say("error", { message: "out of memory", preventDefault() {} });
  await expect(question).rejects.toThrow("started again");
  expect(events).toMatchObject([{ kind: "stopped", reason: "crash" }]);
  engine.run(request(2), () => {});
  expect(made[1]?.posted).toMatchObject([{ kind: "run", request: { epoch: 2 } }]);
  // What the dead worker still had to say is not heard.
  made[0]?.say("message", { data: stage(2, 0) });
  expect(events).toHaveLength(1);
  engine.dispose();
});

test("a worker that an older run keeps busy is given up for a newer run", () => {
  vi.useFakeTimers();
  const { made, make } = silentWorkers();
  const engine = createWorkerEngine(make, { patience: 20 });
  engine.run(request(1), () => {});
  engine.run(request(2), () => {});
  vi.advanceTimersByTime(20);
  expect(made.map((w) => w.isEnded)).toEqual([true, false]);
  expect(made[1]?.posted).toMatchObject([{ kind: "run", request: { epoch: 2 } }]);
  engine.dispose();
});

test("cancel ends the worker at once, and what was done can still be asked about", async () => {
  const workers: MessagePort[] = [];
  const ended = vi.fn();
  const engine = createWorkerEngine(() => {
    const { port1, port2 } = new MessageChannel();
    workers.push(port1);
    serveEngine(port1);
    port2.start();
    return {
      postMessage: (message, transfer) => port2.postMessage(message, transfer ?? []),
      addEventListener: (type, listener) => port2.addEventListener(type, listener as EventListener),
      terminate: () => {
        ended();
        port2.close();
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
