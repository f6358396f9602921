/**
 * The engine over a worker. Newer runs silence older ones; a worker that is busy with an older run, that is canceled, that takes too long or that
 * crashed is ended and another started. Stages that were done by then are computed anew, quietly, so that questions about them find an answer.
 */
import type { Catalog, LanguageService, RunEvent, RunRequest } from "../contract/index.ts";
import { reasons } from "../diagnostics.ts";
import type { Engine } from "../engine.ts";
import type { Questions } from "../questions/list.ts";
import type { FromWorker, Service, ToWorker, WorkerLike } from "./messages.ts";
import { withMethods } from "./methods.ts";
import { joined, type Slice } from "./slices.ts";

export interface WorkerEngineOptions {
  /** Milliseconds a run may take unless it says otherwise. */
  readonly timeLimit?: number;
  /** Milliseconds that a worker busy with an older run gets to take up a newer one. */
  readonly patience?: number;
}

interface CurrentRun {
  readonly request: RunRequest;
  readonly onEvent: (event: RunEvent) => void;
  isOver: boolean;
  /** Whether the worker has taken it up. */
  isStarted: boolean;
  stagesDone: number;
}

interface Question {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  /** Takes the parts of a search's answer. */
  readonly onPart?: ((part: unknown) => void) | undefined;
  /** What of its answer has come ahead. */
  readonly slices: Slice[];
}

/** The questions that wait for an answer, by number. */
function openQuestions() {
  const questions = new Map<number, Question>();
  let nextId = 1;
  return {
    /** A new question: `post` sends it under its number. */
    open(post: (id: number) => void, onPart?: (part: unknown) => void): Promise<unknown> {
      const id = nextId++;
      return new Promise((resolve, reject) => {
        questions.set(id, { resolve, reject, onPart, slices: [] });
        post(id);
      });
    },
    settle(message: Extract<FromWorker, { kind: "part" | "slice" | "answer" | "refusal" }>): void {
      const question = questions.get(message.id);
      if (message.kind === "slice") {
        question?.slices.push(message.slice);
        return;
      }
      if (message.kind === "part") {
        question?.onPart?.(message.value);
        return;
      }
      if (message.kind === "answer") question?.resolve(joined(message.value, question.slices));
      else question?.reject(new Error(message.message));
      questions.delete(message.id);
    },
    refuseAll(reason: string): void {
      for (const question of questions.values()) question.reject(new Error(reason));
      questions.clear();
    },
  };
}

/** An engine over the worker that `makeWorker` starts. `makeWorker` is called again whenever a worker had to be ended. */
export function createWorkerEngine(makeWorker: () => WorkerLike, options: WorkerEngineOptions = {}): Engine {
  const limit = options.timeLimit ?? 20_000;
  const patience = options.patience ?? 250;
  const questions = openQuestions();
  let current: CurrentRun | undefined;
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  let impatience: ReturnType<typeof setTimeout> | undefined;
  let isDisposed = false;
  let knownCatalog: Promise<Catalog> | undefined;
  let worker = startWorker();

  function startWorker(): WorkerLike {
    const made = makeWorker();
    made.addEventListener("message", (event) => {
      if (made === worker) receive((event as MessageEvent).data as FromWorker);
    });
    const crashed = (event: Event) => {
      if (made !== worker || isDisposed) return;
      event.preventDefault?.();
      crash((event as ErrorEvent).message || event.type);
    };
    made.addEventListener("error", crashed);
    made.addEventListener("messageerror", crashed);
    return made;
  }

  function send(message: ToWorker): void {
    worker.postMessage(message);
  }

  function receive(message: FromWorker): void {
    switch (message.kind) {
      case "ready":
        return;
      case "started":
        if (current?.request.epoch !== message.epoch) return;
        current.isStarted = true;
        clearTimeout(impatience);
        return;
      case "event":
        tell(message.event);
        return;
      default:
        questions.settle(message);
    }
  }

  function tell(event: RunEvent): void {
    if (!current || current.isOver || event.epoch !== current.request.epoch) return;
    if (event.kind === "stage") current.stagesDone = Math.max(current.stagesDone, event.result.stage + 1);
    else end();
    current.onEvent(event);
  }

  function end(): void {
    if (current) current.isOver = true;
    clearTimeout(watchdog);
    clearTimeout(impatience);
  }

  /** Ends the worker and starts another. Open questions are refused. */
  function restart(): void {
    worker.terminate();
    questions.refuseAll(reasons.restarted);
    worker = startWorker();
  }

  /** Stops the run in hand with the worker, and has the stages that were done computed anew, without events. */
  function stop(reason: "timeout" | "crash" | "canceled", message: string): void {
    const stopped = current;
    const wasOver = stopped?.isOver ?? true;
    end();
    restart();
    if (!stopped) return;
    // After a crash nothing is tried again by itself: what crashed once may crash again.
    if (stopped.stagesDone > 0 && reason !== "crash") {
      send({ kind: "run", request: { ...stopped.request, pipeline: stopped.request.pipeline.slice(0, stopped.stagesDone - 1) } });
    }
    if (!wasOver) stopped.onEvent({ kind: "stopped", epoch: stopped.request.epoch, reason, message });
  }

  function crash(what: string): void {
    stop("crash", reasons.crash(what));
  }

  function start(request: RunRequest, onEvent: (event: RunEvent) => void): void {
    const isBusy = current !== undefined && !current.isOver;
    end();
    current = { request, onEvent, isOver: false, isStarted: false, stagesDone: 0 };
    const own = current;
    send({ kind: "run", request });
    if (isBusy) {
      impatience = setTimeout(() => {
        if (own !== current || own.isStarted) return;
        restart();
        send({ kind: "run", request });
      }, patience);
    }
    const allowed = request.timeLimit ?? limit;
    watchdog = setTimeout(() => {
      if (own === current && !own.isOver) stop("timeout", reasons.timeout(allowed / 1000));
    }, allowed);
  }

  function post(make: (id: number) => ToWorker, onPart?: (part: unknown) => void): Promise<unknown> {
    if (isDisposed) return Promise.reject(new Error(reasons.disposed));
    return questions.open((id) => send(make(id)), onPart);
  }

  function ask(service: Service, method: string, args: readonly unknown[]): Promise<unknown> {
    const last = args.at(-1);
    if (typeof last !== "function") return post((id) => ({ kind: "ask", id, service, method, args, inParts: false }));
    return post((id) => ({ kind: "ask", id, service, method, args: args.slice(0, -1), inParts: true }), last as (part: unknown) => void);
  }

  const questionsAsked = withMethods<object, Questions>({}, (method, args) => ask("engine", method, args));
  const own = {
    run: start,
    cancel() {
      if (current && !current.isOver) stop("canceled", reasons.canceled);
    },
    cancelCheck() {
      send({ kind: "tell", method: "cancelCheck" });
    },
    stopSearch() {
      send({ kind: "tell", method: "stopSearch" });
    },
    catalog() {
      knownCatalog ??= questionsAsked.catalog().catch((error: unknown) => {
        knownCatalog = undefined;
        throw error;
      });
      return knownCatalog;
    },
    language: withMethods<object, LanguageService>({}, (method, args) => ask("language", method, args)),
    dispose() {
      isDisposed = true;
      end();
      worker.terminate();
      questions.refuseAll(reasons.disposed);
    },
  };
  return withMethods<typeof own, Questions>(own, (method, args) => ask("engine", method, args));
}
