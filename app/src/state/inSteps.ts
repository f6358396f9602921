/** How long work may run at a time, and how long it waits at most for an idle browser, in milliseconds. */
const slice = 8;
const wait = 200;

/** The result of steps, all run at once. */
export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The result of steps, a few of which run whenever the browser is idle; undefined once they are no longer wanted. */
export async function inSteps<T>(steps: Generator<void, T>, isWanted: () => boolean): Promise<T | undefined> {
  for (;;) {
    await free();
    if (!isWanted()) return undefined;
    const end = performance.now() + slice;
    do {
      const { done, value } = steps.next();
      if (done) return value;
    } while (performance.now() < end);
  }
}

/** Loads the parts of something large one after another, each when the browser is idle. */
export async function inParts(parts: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const load of parts) {
    await free();
    await load();
  }
}

function free(): Promise<void> {
  return new Promise((done) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => done(), { timeout: wait });
    else setTimeout(done);
  });
}
