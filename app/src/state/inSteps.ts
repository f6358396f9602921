/** How long work goes on at a time, in milliseconds, and how long it waits at most for the browser to have time. */
const slice = 8;
const wait = 200;

/** What steps come to, all of them at once. */
export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** What steps come to, a few of them whenever the browser has time; undefined once they are not wanted any more. */
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

/** Loads the parts of something large one after another, each when the browser has time. */
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
