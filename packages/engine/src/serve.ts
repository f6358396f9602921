/** The worker's side: an engine behind a port. */
import type { Engine } from "./contract.ts";
import { createEngine } from "./engine.ts";
import type { FromWorker, LanguageName, Port, QuestionName, ToWorker } from "./messages.ts";

/** Serves an engine to whoever holds the other end of the port. In a module worker: `serveEngine(self)`. */
export function serveEngine(port: Port, engine: Engine = createEngine()): void {
  const send = (message: FromWorker, transfer: Transferable[] = []) => port.postMessage(message, transfer);
  const answer = (id: number, asked: Promise<unknown>) => {
    asked.then(
      (value) => send({ kind: "answer", id, value }, buffersOf(value)),
      (error: unknown) => send({ kind: "refusal", id, message: error instanceof Error ? error.message : String(error) }),
    );
  };
  port.addEventListener("message", (event: MessageEvent) => {
    const message = event.data as ToWorker;
    switch (message.kind) {
      case "run":
        send({ kind: "started", epoch: message.request.epoch });
        engine.run(message.request, (e) => send({ kind: "event", event: e }));
        return;
      case "cancel":
        engine.cancel();
        return;
      case "cancelCheck":
        engine.cancelCheck();
        return;
      case "ask":
        answer(message.id, call(engine, message.method, message.args));
        return;
      case "language":
        answer(message.id, call(engine.language, message.method, message.args));
        return;
    }
  });
  port.start?.();
  send({ kind: "ready" });
}

/** Calls a method by its name; the client has typed the arguments. */
function call<T extends object>(target: T, method: (QuestionName | LanguageName) & keyof T, args: readonly unknown[]): Promise<unknown> {
  const f = target[method] as (...given: readonly unknown[]) => Promise<unknown>;
  try {
    return f.apply(target, [...args]);
  } catch (error) {
    return Promise.reject(error);
  }
}

/** The arrays of an answer, one or two levels deep: they are moved, not copied. */
function buffersOf(value: unknown): Transferable[] {
  const found = new Set<ArrayBuffer>();
  const look = (item: unknown, depth: number) => {
    if (ArrayBuffer.isView(item)) {
      if (item.buffer instanceof ArrayBuffer && item.byteLength > 0) found.add(item.buffer);
    } else if (depth > 0 && typeof item === "object" && item !== null && !Array.isArray(item)) {
      for (const inner of Object.values(item)) look(inner, depth - 1);
    }
  };
  look(value, 2);
  return [...found];
}
