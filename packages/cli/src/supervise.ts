/**
 * Runs a command in a worker, supervised by this thread, so that a time limit ends what does not return, and running
 * out of memory gives a sentence. Signals end the process including the worker.
 */
import { fstatSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { inputProblems, superviseProblems } from "./diagnostics.ts";
import { nameOf } from "./input/readBytes.ts";
import { type ExitCode, exitCodes } from "./terminal.ts";

export interface Supervised {
  /** The module that the worker runs; it posts its exit code. */
  readonly url: URL;
  readonly words: readonly string[];
  readonly readsStandardInput: boolean;
  /** Seconds. */
  readonly limit: number | undefined;
}

/** Runs the worker to its end or to the limit; resolves with the exit code. */
export function supervise({ url, words, readsStandardInput, limit }: Supervised, complain: (line: string) => void): Promise<ExitCode> {
  // Node reads a folder as an empty stream.
  if (readsStandardInput && fstatSync(0).isDirectory()) {
    complain(inputProblems.folder(nameOf("-")));
    return Promise.resolve(exitCodes.failed);
  }
  return new Promise((done) => {
    const worker = new Worker(url, { argv: [...words], stdin: readsStandardInput });
    let code: ExitCode | undefined;
    const fail = (sentence: string, ending: ExitCode) => {
      if (code === undefined) complain(sentence);
      code ??= ending;
    };
    const end = (sentence: string, ending: ExitCode) => {
      fail(sentence, ending);
      void worker.terminate();
    };
    const timer = limit === undefined ? undefined : setTimeout(() => end(superviseProblems.limit(limit), exitCodes.limit), limit * 1000);
    if (worker.stdin) {
      process.stdin.on("error", (error) => end(superviseProblems.input(error), exitCodes.failed));
      process.stdin.pipe(worker.stdin);
    }
    worker.on("message", (posted: ExitCode) => {
      code ??= posted;
    });
    worker.on("error", (error) => fail(superviseProblems.crash(error), exitCodes.failed));
    worker.on("exit", () => {
      clearTimeout(timer);
      if (worker.stdin) process.stdin.destroy();
      fail(superviseProblems.noAnswer, exitCodes.failed);
      done(code ?? exitCodes.failed);
    });
  });
}
