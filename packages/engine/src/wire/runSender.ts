/**
 * Sends runs to a worker, and the values of weights before the first run that has them: they are large, and cross once.
 */
import type { RunRequest, WeightValues } from "@relayscope/run/contract";
import type { ToWorker } from "./messages.ts";

export class RunSender {
  private sent: WeightValues | undefined;

  constructor(private readonly post: (message: ToWorker) => void) {}

  send({ values, ...request }: RunRequest): void {
    if (values !== this.sent) this.post({ kind: "values", values });
    this.sent = values;
    this.post({ kind: "run", request });
  }

  /** Another worker has none. */
  forget(): void {
    this.sent = undefined;
  }
}
