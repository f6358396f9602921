/**
 * What crosses between the page and the worker: one union each way, plain data with ids. Questions are calls of the contract's methods by name;
 * their answers come back under the question's id.
 */
import type { Engine, LanguageService, RunEvent, RunRequest } from "./contract.ts";

/** Methods that answer a promise. */
export type QuestionName = "graph" | "text" | "node" | "nodesAt" | "follow" | "explain" | "patterns" | "patternTrace" | "check" | "catalog";
export type LanguageName = keyof LanguageService;

export type ToWorker =
  | { readonly kind: "run"; readonly request: RunRequest }
  | { readonly kind: "cancel" }
  | { readonly kind: "cancelCheck" }
  | { readonly kind: "ask"; readonly id: number; readonly method: QuestionName; readonly args: readonly unknown[] }
  | { readonly kind: "language"; readonly id: number; readonly method: LanguageName; readonly args: readonly unknown[] };

export type FromWorker =
  /** The worker is up and takes messages. */
  | { readonly kind: "ready" }
  /** The worker has taken up a run: it was not kept busy by an older one. */
  | { readonly kind: "started"; readonly epoch: number }
  | { readonly kind: "event"; readonly event: RunEvent }
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

type Methods = Pick<Engine, QuestionName>;
/** A question's arguments and answer, by its name. */
export type QuestionArgs<K extends QuestionName> = Parameters<Methods[K]>;
export type QuestionAnswer<K extends QuestionName> = Awaited<ReturnType<Methods[K]>>;
