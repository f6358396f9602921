/** Generators: a frame that waits at a `yield`. */
import { generatorClass } from "../model/classes.ts";
import { isRaised, type PyException, raised } from "../model/exceptions.ts";
import { type Frame, type Runtime, spend } from "../model/runtime.ts";
import type { Value } from "../model/value.ts";
import { PyIterator } from "./iteration.ts";

/** What is thrown into a generator at its `yield`. */
export class Thrown {
  constructor(readonly error: PyException) {}
}

/** What the resumed side hands to a waiting `yield`: a value, or an exception to raise there. */
export type Sent = Value | Thrown;

export class PyGenerator extends PyIterator {
  private running: Generator<Value, unknown, Sent> | undefined = undefined;
  private state: "new" | "waiting" | "running" | "done" = "new";

  constructor(
    readonly frame: Frame,
    public name: string,
    public qualname: string,
    private readonly start: () => Generator<Value, unknown, Sent>,
  ) {
    super((m) => this.resume(m, null), generatorClass);
  }

  /** Runs to the next `yield`; undefined where the generator ends, whose `return` is in `frame.result`. */
  resume(m: Runtime, sent: Sent): Value | undefined {
    if (this.state === "running") throw raised("ValueError", "generator already executing");
    if (this.state === "done") {
      if (sent instanceof Thrown) throw sent.error;
      return undefined;
    }
    if (this.state === "new") {
      if (sent instanceof Thrown) {
        this.state = "done";
        throw sent.error;
      }
      if (sent !== null) throw raised("TypeError", "can't send non-None value to a just-started generator");
      this.running = this.start();
    }
    return this.advance(m, sent);
  }

  private advance(m: Runtime, sent: Sent): Value | undefined {
    const { frame, running } = this;
    if (!running) return undefined;
    const back = m.frame;
    spend(m, 1);
    frame.back = back;
    frame.depth = back ? back.depth + 1 : 1;
    if (frame.depth > m.depthLimit) throw raised("RecursionError", "maximum recursion depth exceeded");
    m.frame = frame;
    this.state = "running";
    try {
      const { value, done } = running.next(sent);
      m.frame = back;
      this.state = done ? "done" : "waiting";
      return done ? undefined : (value as Value); // what is yielded is a value
    } catch (error) {
      this.state = "done";
      if (isRaised(error, "StopIteration")) {
        const made = raised("RuntimeError", "generator raised StopIteration");
        made.cause = error;
        throw made;
      }
      throw error;
    }
  }

  /** `close()`: raises GeneratorExit at the `yield`. */
  close(m: Runtime): void {
    if (this.state === "new") this.state = "done";
    if (this.state === "done") return;
    const back = m.frame;
    try {
      if (this.resume(m, new Thrown(raised("GeneratorExit"))) !== undefined)
        throw raised("RuntimeError", "generator ignored GeneratorExit");
    } catch (error) {
      if (!isRaised(error, "GeneratorExit") && !isRaised(error, "StopIteration")) throw error;
      m.frame = back;
    }
  }

  get isDone(): boolean {
    return this.state === "done";
  }
}
