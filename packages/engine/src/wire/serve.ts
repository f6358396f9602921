/** The worker's side: an engine after a port. */
import type { WeightValues } from "@relayscope/run/contract";
import { createEngine, type ServedEngine } from "../inProcess.ts";
import { holdLock } from "./locks.ts";
import type { FromWorker, Port, ToWorker } from "./messages.ts";
import { callMethod } from "./methods.ts";
import { sliced } from "./slices.ts";

/** Serves an engine to the other end of the port. In a module worker: `serveEngine(self)`. */
export function serveEngine(port: Port, engine: ServedEngine = createEngine()): void {
  let values: WeightValues | undefined;
  const send = (message: FromWorker, transfer: Transferable[] = []) => port.postMessage(message, transfer);
  const answer = (id: number, asked: Promise<unknown>) => {
    asked.then(
      (whole) => {
        const { value, slices } = sliced(whole);
        for (const slice of slices) send({ kind: "slice", id, slice });
        send({ kind: "answer", id, value }, buffersOf(value));
      },
      (error: unknown) => send({ kind: "refusal", id, message: error instanceof Error ? error.message : String(error) }),
    );
  };
  port.addEventListener("message", (event: MessageEvent) => {
    const message = event.data as ToWorker;
    switch (message.kind) {
      case "hold":
        void holdLock(message.lock, () => {
          send({ kind: "held" });
          return new Promise(() => {});
        });
        return;
      case "run":
        send({ kind: "started", epoch: message.request.epoch });
        engine.run(
          values ? { ...message.request, values } : message.request,
          (e) => send({ kind: "event", event: e }),
          () => send({ kind: "working", id: undefined }),
        );
        return;
      case "values":
        values = message.values;
        return;
      case "command":
        engine[message.method]();
        return;
      case "ask": {
        const { id, service, method, args, inParts } = message;
        const onPart = (value: unknown) => send({ kind: "part", id, value });
        const working = () => send({ kind: "working", id });
        send({ kind: "taken", id });
        if (service === "language") {
          working();
          answer(id, callMethod(engine.language, method, args));
        } else answer(id, engine.ask(method, inParts ? [...args, onPart] : args, working));
        return;
      }
    }
  });
  port.start?.();
  send({ kind: "ready" });
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
