/** A lane: a limited number of requests run at once; the others wait in line, and may leave it. */
import { workerReasons } from "../diagnostics.ts";
import { HaltError } from "./haltError.ts";

interface Waiting {
  readonly go: () => void;
  readonly leave: (reason: Error) => void;
}

export class Lane {
  private readonly line: Waiting[] = [];
  private underWay = 0;

  constructor(private readonly most: number) {}

  /** Runs `act` once there is room; rejects if `signal` cancels it before. A request that has started continues. */
  ask<T>(act: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        go: () => {
          this.underWay++;
          act()
            .then(resolve, reject)
            .finally(() => {
              this.underWay--;
              this.next();
            });
        },
        leave: (reason) => {
          const place = this.line.indexOf(waiting);
          if (place < 0) return;
          this.line.splice(place, 1);
          reject(reason);
        },
      };
      this.line.push(waiting);
      signal?.addEventListener("abort", () => waiting.leave(new Error(workerReasons.dropped)), { once: true });
      if (signal?.aborted) waiting.leave(new Error(workerReasons.dropped));
      this.next();
    });
  }

  get isEmpty(): boolean {
    return this.line.length + this.underWay === 0;
  }

  /** Rejects all waiting requests. */
  clear(reason: string): void {
    for (const waiting of [...this.line]) waiting.leave(new HaltError(reason));
  }

  private next(): void {
    if (this.underWay < this.most) this.line.shift()?.go();
  }
}
