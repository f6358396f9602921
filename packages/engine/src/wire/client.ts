/**
 * The engine over a worker, with the one watchdog over all that the worker does. Newer runs silence older ones. The
 * worker is ended and another one started if it takes too long over a run or a question, if an older request keeps it
 * from a newer run, if it is canceled, or if it is gone. Completed stages are then computed again, silently, and the
 * questions that were not the cause are asked again.
 */
import type {
  Catalog,
  GraphRequest,
  HaltReason,
  LanguageService,
  RunEvent,
  RunRequest,
  Work,
  WorkListener,
} from "@relayscope/run/contract";
import { stops, workerReasons } from "../diagnostics.ts";
import type { Engine } from "../engine.ts";
import type { Questions } from "../questions/list.ts";
import { Alarm } from "./alarm.ts";
import { type Hired, hire, type WorkerListener } from "./hire.ts";
import { Lane } from "./lane.ts";
import type { ToWorker, WorkerLike } from "./messages.ts";
import { withMethods } from "./methods.ts";
import { type Asking, OpenQuestions } from "./openQuestions.ts";
import { RunSender } from "./runSender.ts";

export interface WorkerEngineOptions {
  /** Milliseconds that a run, and each question, may take unless the run says otherwise. */
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

/** Milliseconds that a worker with a question may take to start a run. After that, starting a new worker is faster. */
const questionPatience = 1_000;
/** Questions about a file that is being opened: they do not wait for answers about the document that it replaces. */
const urgent: ReadonlySet<string> = new Set(["recording"]);
/** Milliseconds in which an idle worker must read a request. Otherwise it counts as gone. */
const silence = 5_000;
/** Milliseconds in which a worker is loaded. */
const loading = 60_000;
/** If this many workers end within this many milliseconds, no other one is started automatically. */
const mostDeaths = { count: 3, within: 10_000 } as const;
/** Pictures that are drawn at once, one a pane; the others can still be taken back. */
const mostDrawn = 2;

/**
 * An engine over the worker that `makeWorker` starts. `makeWorker` is called again whenever a worker had to be ended.
 */
export function createWorkerEngine(makeWorker: () => WorkerLike, options: WorkerEngineOptions = {}): Engine {
  const client = new Client(makeWorker, options);
  let knownCatalog: Promise<Catalog> | undefined;
  const questionsAsked = withMethods<object, Questions>({}, (method, args) => client.ask({ service: "engine", method, args }));
  const own = {
    run: (request: RunRequest, onEvent: (event: RunEvent) => void) => client.run(request, onEvent),
    cancel: () => client.cancel(),
    watch: (listener: WorkListener) => client.watch(listener),
    cancelCheck: () => client.command({ kind: "command", method: "cancelCheck" }),
    stopSearch: () => client.command({ kind: "command", method: "stopSearch" }),
    graph: (request: GraphRequest, signal?: AbortSignal) => client.drawings.ask(() => questionsAsked.graph(request), signal),
    catalog() {
      knownCatalog ??= questionsAsked.catalog().catch((error: unknown) => {
        knownCatalog = undefined;
        throw error;
      });
      return knownCatalog;
    },
    language: withMethods<object, LanguageService>({}, (method, args) => client.ask({ service: "language", method, args })),
    dispose: () => client.dispose(),
  } satisfies Partial<Engine>;
  return withMethods<typeof own, Questions>(own, (method, args) => client.ask({ service: "engine", method, args }));
}

class Client {
  /** Pictures wait here for their turn. */
  readonly drawings = new Lane(mostDrawn);
  private readonly limit: number;
  private readonly patience: number;
  private readonly questions = new OpenQuestions();
  private readonly runs = new RunSender((message) => this.send(message));
  private readonly listeners: WorkListener[] = [];
  private current: CurrentRun | undefined;
  /** Undefined if it could not be loaded: the next run tries again. */
  private worker: Hired | undefined;
  /** What the worker last reported to be doing: a question, or (undefined) a run. */
  private at: { readonly id: number | undefined } | undefined;
  /** Whether done stages are being computed again. */
  private isCatchingUp = false;
  private isDisposed = false;
  /** The times at which recent workers ended. */
  private deaths: readonly number[] = [];
  private reported: Work | undefined;
  private readonly runAlarm = new Alarm();
  private readonly workAlarm = new Alarm();
  private readonly impatience = new Alarm();
  private readonly urgency = new Alarm();
  private readonly silenceAlarm = new Alarm();
  private readonly loadAlarm = new Alarm();

  constructor(
    private readonly makeWorker: () => WorkerLike,
    { timeLimit = 20_000, patience = 250 }: WorkerEngineOptions,
  ) {
    this.limit = timeLimit;
    this.patience = patience;
    this.hire();
  }

  watch(listener: WorkListener): void {
    this.listeners.push(listener);
  }

  run(request: RunRequest, onEvent: (event: RunEvent) => void): void {
    const isRunning = this.current !== undefined && !this.current.isOver;
    const isBusy = this.at !== undefined || this.questions.size > 0;
    this.endRun();
    const own: CurrentRun = { request, onEvent, isOver: false, isStarted: false, stagesDone: 0 };
    this.current = own;
    this.isCatchingUp = false;
    if (!this.worker) this.hire();
    this.runs.send(request);
    if (isRunning || isBusy) {
      this.impatience.set(isRunning ? this.patience : Math.max(this.patience, questionPatience), () => {
        // One that is being loaded is not busy.
        if (own === this.current && !own.isStarted && this.worker?.isReady) this.replace();
      });
    }
    this.look();
  }

  ask(asking: Asking): Promise<unknown> {
    if (this.isDisposed) return Promise.reject(new Error(workerReasons.disposed));
    if (!this.worker) return Promise.reject(new Error(workerReasons.restarted));
    const last = asking.args.at(-1);
    const { message, answer } = isListener(last)
      ? this.questions.open({ ...asking, args: asking.args.slice(0, -1) }, last)
      : this.questions.open(asking, undefined);
    this.send(message);
    if (urgent.has(asking.method) && this.at?.id !== undefined) this.urgency.set(questionPatience, () => this.makeWay(message.id));
    this.look();
    return answer;
  }

  command(message: Extract<ToWorker, { kind: "command" }>): void {
    this.send(message);
  }

  /** Drops the worker's present question in favor of a question that it has not read. */
  private makeWay(id: number): void {
    const question = this.questions.get(id);
    if (this.at?.id === undefined || !question || question.isTaken) return;
    this.questions.refuse(this.at.id, workerReasons.dropped);
    this.replace();
  }

  /** Stops the present run; if there is none, all questions. */
  cancel(): void {
    if (this.current && !this.current.isOver) this.stopRun("canceled", stops.canceled);
    else if (this.questions.size > 0 || !this.drawings.isEmpty) {
      const { work } = this;
      const message = workerReasons.canceledOf(work?.kind === "question" ? work.method : undefined);
      this.drawings.clear(message);
      this.questions.refuseAll(message);
      this.replace();
      this.say("canceled", work, message);
    }
  }

  dispose(): void {
    this.isDisposed = true;
    this.endRun();
    for (const alarm of [this.workAlarm, this.silenceAlarm, this.loadAlarm, this.urgency]) alarm.clear();
    this.worker?.end();
    this.worker = undefined;
    this.drawings.clear(workerReasons.disposed);
    this.questions.refuseAll(workerReasons.disposed);
  }

  /** The worker's current work, as far as reported. */
  private get work(): Work | undefined {
    if (this.current && !this.current.isOver) return { kind: "run" };
    const question = this.questions.get(this.at?.id);
    return question && { kind: "question", method: question.message.method };
  }

  private hire(): void {
    this.at = undefined;
    this.runs.forget();
    this.loadAlarm.set(loading, () => this.died(workerReasons.slowLoad(loading / 1000)));
    this.worker = hire(this.makeWorker, { received: (message) => this.received(message), died: (what) => this.died(what) });
  }

  private send(message: ToWorker): void {
    this.worker?.send(message);
  }

  private received(message: Parameters<WorkerListener["received"]>[0]): void {
    switch (message.kind) {
      case "ready":
        this.loadAlarm.clear();
        break;
      case "started":
        if (this.current?.request.epoch === message.epoch) this.begin(this.current);
        break;
      case "taken": {
        const question = this.questions.get(message.id);
        if (question) question.isTaken = true;
        break;
      }
      case "working":
        this.workAt(message.id);
        break;
      case "event":
        this.take(message.event);
        break;
      default:
        this.questions.settle(message);
        if (this.at?.id === message.id && !this.questions.get(message.id)) this.rest();
    }
    this.look();
  }

  /** The worker has started a run: its time counts from now on. */
  private begin(run: CurrentRun): void {
    run.isStarted = true;
    this.impatience.clear();
    if (run.isOver) return;
    const allowed = run.request.timeLimit ?? this.limit;
    this.runAlarm.set(allowed, () => this.stopRun("timeout", stops.timeout(allowed / 1000)));
  }

  private workAt(id: number | undefined): void {
    this.at = { id };
    const allowed = this.current?.request.timeLimit ?? this.limit;
    const question = this.questions.get(id);
    // A run has a limit for the whole of it; done stages that are computed again took less than that before.
    if (question)
      this.workAlarm.set(allowed, () => this.stopQuestion("timeout", workerReasons.timeoutOf(question.message.method, allowed / 1000)));
    else this.workAlarm.clear();
  }

  private rest(): void {
    this.at = undefined;
    this.workAlarm.clear();
  }

  private take(event: RunEvent): void {
    const { current } = this;
    if (!current || event.epoch !== current.request.epoch) return;
    if (event.kind !== "stage") {
      this.isCatchingUp = false;
      if (this.at && this.at.id === undefined) this.rest();
    }
    if (current.isOver) return;
    if (event.kind === "stage") {
      // A restarted run repeats the events it has already reported.
      if (event.result.stage < current.stagesDone) return;
      current.stagesDone = event.result.stage + 1;
    } else this.endRun();
    current.onEvent(event);
  }

  private endRun(): void {
    if (this.current) this.current.isOver = true;
    this.runAlarm.clear();
    this.impatience.clear();
  }

  /**
   * After each message, checks whether a request waits that an idle worker would have read at once, and which work is
   * going on.
   */
  private look(): void {
    const isUnread = this.questions.isAnyUnread || (this.current !== undefined && !this.current.isOver && !this.current.isStarted);
    if (!isUnread || this.at || !this.worker?.isReady) this.silenceAlarm.clear();
    else if (!this.silenceAlarm.isSet) this.silenceAlarm.set(silence, () => this.died(workerReasons.silent(silence / 1000)));
    const { work } = this;
    if (isSame(work, this.reported)) return;
    this.reported = work;
    for (const listener of this.listeners) listener.working(work);
  }

  /**
   * Ends the worker and starts another one, which continues with its work: the run, or the completed stages of it, and
   * the questions.
   */
  private replace(): void {
    const { current } = this;
    this.worker?.end();
    this.rest();
    this.silenceAlarm.clear();
    this.hire();
    if (current) {
      current.isStarted = false;
      this.runAlarm.clear();
      this.isCatchingUp = current.isOver && current.stagesDone > 0;
      const pipeline = current.isOver ? current.request.pipeline.slice(0, current.stagesDone - 1) : current.request.pipeline;
      if (!current.isOver || this.isCatchingUp) this.runs.send({ ...current.request, pipeline });
    }
    for (const message of this.questions.again(workerReasons.restarted)) this.send(message);
    this.look();
  }

  /** Stops the run with the worker. */
  private stopRun(reason: HaltReason, message: string): void {
    const { current } = this;
    if (!current || current.isOver) return;
    this.endRun();
    this.replace();
    current.onEvent({ kind: "stopped", epoch: current.request.epoch, reason, message });
  }

  /** Refuses the question that the worker is at, with the worker. */
  private stopQuestion(reason: HaltReason, message: string): void {
    const { work, at } = this;
    if (at?.id !== undefined) this.questions.refuse(at.id, message);
    this.replace();
    this.say(reason, work, message);
  }

  /** Called when the worker ended. Its work is not repeated automatically, since it may end another worker, too. */
  private died(what: string): void {
    if (this.isDisposed) return;
    const { current, work, worker, at } = this;
    const isRunning = current !== undefined && !current.isOver;
    const hasLoaded = worker?.isReady === true;
    const message = hasLoaded ? workerReasons.crash(what) : workerReasons.notLoaded(what);
    this.loadAlarm.clear();
    this.deaths = [...this.deaths, performance.now()].slice(-mostDeaths.count);
    const [first = 0] = this.deaths;
    const isOften = this.deaths.length === mostDeaths.count && performance.now() - first < mostDeaths.within;
    // The run is the cause if the worker has started it, unless it was at a question then.
    const isRunToBlame = isRunning && current.isStarted && at?.id === undefined;
    if (!hasLoaded || isOften || this.isCatchingUp || isRunToBlame) {
      this.dropAll(hasLoaded && !isOften, message);
      if (isRunning) current.onEvent({ kind: "stopped", epoch: current.request.epoch, reason: "crash", message });
      else this.say("crash", work, message);
    } else this.stopQuestion("crash", message);
  }

  /** Drops everything that the worker had, and starts an idle one, at once or with the next run. */
  private dropAll(isHiring: boolean, message: string): void {
    this.endRun();
    this.rest();
    this.silenceAlarm.clear();
    this.isCatchingUp = false;
    this.worker?.end();
    this.worker = undefined;
    this.drawings.clear(message);
    this.questions.refuseAll(message);
    if (isHiring) this.hire();
    this.look();
  }

  private say(reason: HaltReason, work: Work | undefined, message: string): void {
    for (const listener of this.listeners) listener.halted({ reason, work, message });
  }
}

function isListener(value: unknown): value is (part: unknown) => void {
  return typeof value === "function";
}

function isSame(a: Work | undefined, b: Work | undefined): boolean {
  return a?.kind === b?.kind && (a?.kind !== "question" || b?.kind !== "question" || a.method === b.method);
}
