/** One worker: its messages, and the detection of its end. */
import { workerReasons } from "../diagnostics.ts";
import { holdLock } from "./locks.ts";
import type { FromWorker, ToWorker, WorkerLike } from "./messages.ts";

export interface Hired {
  send(message: ToWorker): void;
  /** Ends it; its messages are ignored from then on. */
  end(): void;
  /** Whether it is up and takes messages. */
  readonly isReady: boolean;
}

export interface WorkerListener {
  received(message: Exclude<FromWorker, { kind: "held" }>): void;
  /** It ended unexpectedly, or could not start; `what` says why. */
  died(what: string): void;
}

/** Starts a worker. Its errors show that it is gone, or else a lock that it holds as long as it lives. */
export function hire(makeWorker: () => WorkerLike, { received, died }: WorkerListener): Hired {
  const worker = makeWorker();
  const lock = `relayscope.worker.${crypto.getRandomValues(new Uint32Array(4)).join("-")}`;
  const over = new AbortController();
  let isOver = false;
  let isReady = false;
  function end(): void {
    isOver = true;
    over.abort();
    worker.terminate();
  }
  function die(what: string): void {
    if (isOver) return;
    end();
    died(what);
  }
  worker.addEventListener("message", (event) => {
    if (isOver) return;
    const message = (event as MessageEvent).data as FromWorker;
    if (message.kind === "ready") isReady = true;
    if (message.kind === "held") void holdLock(lock, async () => die(workerReasons.ended), over.signal);
    else received(message);
  });
  worker.addEventListener("error", (event) => {
    event.preventDefault?.();
    die((event as ErrorEvent).message || event.type);
  });
  worker.addEventListener("messageerror", () => die(workerReasons.unreadable));
  worker.postMessage({ kind: "hold", lock } satisfies ToWorker);
  return {
    send: (message) => worker.postMessage(message),
    end,
    get isReady() {
      return isReady;
    },
  };
}
