/** Texts, requests and runs for the tests. */
import {
  createEngine,
  type Engine,
  type RunEvent,
  type RunRequest,
  type StageResult,
  serveEngine,
  type WorkerLike,
} from "@relayscope/engine";
import { finishedRun, type Run } from "@relayscope/run";
import { catalog } from "@relayscope/run/catalog";

/** conv2d, bias_add, relu; then `less`, which no target takes; then add and reshape. */
export const chain = `def @main(%x: Tensor[(1, 8, 4, 4), float32], %w: Tensor[(8, 8, 3, 3), float32], %b: Tensor[(8), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1]);
  %1 = nn.bias_add(%0, %b);
  %2 = nn.relu(%1);
  %3 = exp(%2);
  %4 = add(%3, 1f);
  reshape(%4, newshape=[1, 128])
}
`;

export const flow = ["MergeComposite", "AnnotateTarget", "MergeCompilerRegions", "PartitionGraph"].map((pass) => ({ pass, options: {} }));

export function request(epoch: number, changes: Partial<RunRequest> = {}): RunRequest {
  return {
    epoch,
    text: chain,
    pipeline: flow,
    optLevel: 2,
    target: "byoc-target",
    customTargets: [],
    bindParameters: false,
    trace: true,
    ...changes,
  };
}

export type Asked = Pick<RunRequest, "text" | "target"> & Partial<RunRequest>;

/** A finished run with the settings of its target, where others are not asked for. */
export function runFor(asked: Asked): Promise<Run> {
  const { pipeline = flow, optLevel = 2, bindsParameters = false } = catalog().targets.find(({ name }) => name === asked.target) ?? {};
  return finishedRun({ pipeline, optLevel, customTargets: [], bindParameters: bindsParameters, ...asked });
}

/** Runs to the end and answers all events. */
export function collect(engine: Engine, asked: RunRequest): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  return new Promise((resolve) => {
    engine.run(asked, (event) => {
      events.push(event);
      if (event.kind !== "stage") resolve(events);
    });
  });
}

/** An engine that has run, as epoch 1. */
export async function engineAfter(changes: Partial<RunRequest> = {}): Promise<Engine> {
  const engine = createEngine();
  await collect(engine, request(1, changes));
  return engine;
}

/** A worker in this thread: what it is posted is cloned and transferred, as a real one's messages are. */
export function localWorker(): WorkerLike {
  const { port1, port2 } = new MessageChannel();
  serveEngine(port1);
  port2.start();
  return {
    postMessage: (message, transfer) => port2.postMessage(message, transfer ?? []),
    addEventListener: (type, listener) => port2.addEventListener(type, listener as EventListener),
    terminate: () => {
      port1.close();
      port2.close();
    },
  };
}

/** What a run is asked for of a text under a target that takes these operators. */
export function taking(text: string, ...operators: readonly string[]): Pick<RunRequest, "text" | "target" | "customTargets"> {
  return { text, target: "acc", customTargets: [{ name: "acc", operators, patterns: [] }] };
}

export function stagesOf(events: readonly RunEvent[]): StageResult[] {
  return events.flatMap((event) => (event.kind === "stage" ? [event.result] : []));
}

export function graphOf(engine: Engine, epoch: number, stage: number) {
  return engine.graph({ epoch, stage, hideVariables: false, hideConstants: false, showAnnotations: false, collapsed: [] });
}
