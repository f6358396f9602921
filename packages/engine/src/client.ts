/**
 * The engine over a worker. Newer runs silence older ones; a worker that is busy with an older run, that is canceled, that takes too long or that
 * crashed is ended and another started. Stages that were done by then are computed anew, quietly, so that questions about them find an answer.
 */
import type { Catalog, Engine, LanguageService, RunEvent, RunRequest } from "./contract.ts";
import { reasons } from "./diagnostics.ts";
import type { FromWorker, LanguageName, QuestionAnswer, QuestionArgs, QuestionName, ToWorker, WorkerLike } from "./messages.ts";

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
}

/** An engine over the worker that `makeWorker` starts. `makeWorker` is called again whenever a worker had to be ended. */
export function createWorkerEngine(makeWorker: () => WorkerLike, options: WorkerEngineOptions = {}): Engine {
  const limit = options.timeLimit ?? 20_000;
  const patience = options.patience ?? 250;
  const questions = new Map<number, Question>();
  let nextId = 1;
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
      case "answer":
        questions.get(message.id)?.resolve(message.value);
        questions.delete(message.id);
        return;
      case "refusal":
        questions.get(message.id)?.reject(new Error(message.message));
        questions.delete(message.id);
        return;
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
    for (const question of questions.values()) question.reject(new Error(reasons.restarted));
    questions.clear();
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

  function post(make: (id: number) => ToWorker): Promise<unknown> {
    if (isDisposed) return Promise.reject(new Error(reasons.disposed));
    const id = nextId++;
    return new Promise((resolve, reject) => {
      questions.set(id, { resolve, reject });
      send(make(id));
    });
  }

  function ask<K extends QuestionName>(method: K, ...args: QuestionArgs<K>): Promise<QuestionAnswer<K>> {
    return post((id) => ({ kind: "ask", id, method, args })) as Promise<QuestionAnswer<K>>;
  }

  function speak<K extends LanguageName>(method: K): LanguageService[K] {
    return ((...args: readonly unknown[]) => post((id) => ({ kind: "language", id, method, args }))) as LanguageService[K];
  }

  return {
    run: start,
    cancel() {
      if (current && !current.isOver) stop("canceled", reasons.canceled);
    },
    graph: (request) => ask("graph", request),
    text: (epoch, stage) => ask("text", epoch, stage),
    node: (epoch, stage, id) => ask("node", epoch, stage, id),
    nodesAt: (epoch, stage, range) => ask("nodesAt", epoch, stage, range),
    follow: (epoch, from, to, ids) => ask("follow", epoch, from, to, ids),
    explain: (epoch, stage) => ask("explain", epoch, stage),
    patterns: (epoch, stage, id) => ask("patterns", epoch, stage, id),
    patternTrace: (epoch, stage, id, index) => ask("patternTrace", epoch, stage, id, index),
    check: (epoch, stage) => ask("check", epoch, stage),
    cancelCheck() {
      send({ kind: "cancelCheck" });
    },
    catalog() {
      knownCatalog ??= ask("catalog").catch((error: unknown) => {
        knownCatalog = undefined;
        throw error;
      });
      return knownCatalog;
    },
    language: {
      hover: speak("hover"),
      definition: speak("definition"),
      references: speak("references"),
      renameRange: speak("renameRange"),
      rename: speak("rename"),
      completions: speak("completions"),
      folding: speak("folding"),
      outline: speak("outline"),
      format: speak("format"),
      semanticTokens: speak("semanticTokens"),
      patternProblems: speak("patternProblems"),
      patternCompletions: speak("patternCompletions"),
    },
    dispose() {
      isDisposed = true;
      end();
      worker.terminate();
      for (const question of questions.values()) question.reject(new Error(reasons.disposed));
      questions.clear();
    },
  };
}
