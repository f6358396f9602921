/**
 * The messages between the page and the worker: one union each way, plain data with ids. Questions are calls of the
 * contract's methods by name; their answers have the question's id.
 */
import type { RunEvent, RunRequest, WeightValues } from "@relayscope/run/contract";
import type { Slice } from "./slices.ts";

/** The addressee of a request: the engine or its language service. */
export type Service = "engine" | "language";

export type ToWorker =
  /** Comes first: the name of a lock that the worker holds as long as it lives, if the browser has locks. */
  | { readonly kind: "hold"; readonly lock: string }
  /** Without the values of weights: these are sent once, before the first run that has them. */
  | { readonly kind: "run"; readonly request: RunRequest }
  | { readonly kind: "values"; readonly values: WeightValues | undefined }
  /** A method without a result. */
  | { readonly kind: "command"; readonly method: "cancel" | "cancelCheck" | "stopSearch" }
  /** With `inParts`, the answer is reported part by part before it ends. */
  | {
      readonly kind: "ask";
      readonly id: number;
      readonly service: Service;
      readonly method: string;
      readonly args: readonly unknown[];
      readonly inParts: boolean;
    };

export type FromWorker =
  /** The worker is up and takes messages. */
  | { readonly kind: "ready" }
  /** The worker holds its lock. */
  | { readonly kind: "held" }
  /** The worker has taken up a run: it was not kept busy by an older one. */
  | { readonly kind: "started"; readonly epoch: number }
  /** The worker has read a question. */
  | { readonly kind: "taken"; readonly id: number }
  /** The worker starts on a question or on its run, and sends no other message until that is done. */
  | { readonly kind: "working"; readonly id: number | undefined }
  | { readonly kind: "event"; readonly event: RunEvent }
  /** A part of an answer that comes in parts. */
  | { readonly kind: "part"; readonly id: number; readonly value: unknown }
  /** A part of a long list of an answer that follows. */
  | { readonly kind: "slice"; readonly id: number; readonly slice: Slice }
  | { readonly kind: "answer"; readonly id: number; readonly value: unknown }
  | { readonly kind: "refusal"; readonly id: number; readonly message: string };

/** As much of a `Worker`, a `MessagePort` or a worker's `self` as is used here. */
export interface Port {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  start?(): void;
}

/** As much of a `Worker` as the client uses. */
export interface WorkerLike {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  addEventListener(type: string, listener: (event: Event) => void): void;
  terminate(): void;
}
