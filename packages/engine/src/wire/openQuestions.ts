/** The questions that wait for an answer, by number, in the order in which they were asked. */
import { HaltError } from "./haltError.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import { joined, type Slice } from "./slices.ts";

type Ask = Extract<ToWorker, { kind: "ask" }>;

/** A question without its number. */
export type Asking = Omit<Ask, "kind" | "id" | "inParts">;

export interface OpenQuestion {
  readonly message: Ask;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  /** Takes the parts of a search's answer. */
  readonly onPart: ((part: unknown) => void) | undefined;
  /** The parts of its answer that have arrived. */
  slices: Slice[];
  /** Whether the worker has read it. */
  isTaken: boolean;
}

export class OpenQuestions {
  private readonly questions = new Map<number, OpenQuestion>();
  private nextId = 1;

  /** A new question; the promise is settled by its answer, or when it is refused. */
  open(asking: Asking, onPart: ((part: unknown) => void) | undefined): { readonly message: Ask; readonly answer: Promise<unknown> } {
    const message: Ask = { kind: "ask", id: this.nextId++, ...asking, inParts: onPart !== undefined };
    const answer = new Promise<unknown>((resolve, reject) => {
      this.questions.set(message.id, { message, resolve, reject, onPart, slices: [], isTaken: false });
    });
    return { message, answer };
  }

  get(id: number | undefined): OpenQuestion | undefined {
    return id === undefined ? undefined : this.questions.get(id);
  }

  get size(): number {
    return this.questions.size;
  }

  /** Whether any question has not been read by the worker. */
  get isAnyUnread(): boolean {
    return [...this.questions.values()].some((question) => !question.isTaken);
  }

  settle(message: Extract<FromWorker, { kind: "part" | "slice" | "answer" | "refusal" }>): void {
    const question = this.questions.get(message.id);
    if (!question) return;
    switch (message.kind) {
      case "slice":
        question.slices.push(message.slice);
        return;
      case "part":
        question.onPart?.(message.value);
        return;
      case "answer":
        question.resolve(joined(message.value, question.slices));
        break;
      case "refusal":
        question.reject(new Error(message.message));
        break;
    }
    this.questions.delete(message.id);
  }

  /** Refuses a question that was stopped. */
  refuse(id: number, reason: string): void {
    this.questions.get(id)?.reject(new HaltError(reason));
    this.questions.delete(id);
  }

  refuseAll(reason: string): void {
    for (const id of [...this.questions.keys()]) this.refuse(id, reason);
  }

  /** Questions to repeat to another worker: all but searches, whose parts would come twice; these are rejected. */
  again(reason: string): readonly Ask[] {
    for (const [id, { onPart, reject }] of [...this.questions]) {
      if (!onPart) continue;
      reject(new Error(reason));
      this.questions.delete(id);
    }
    for (const question of this.questions.values()) {
      question.isTaken = false;
      question.slices = [];
    }
    return [...this.questions.values()].map(({ message }) => message);
  }
}
