/** Locks between the page and its workers: the browser passes a lock on as soon as its holder is gone. */

/**
 * Holds a lock, once it is free, until the result of `held` settles. Does nothing where there are no locks: in Node, on
 * a page over plain http, in a file.
 */
export async function holdLock(name: string, held: () => Promise<void>, signal?: AbortSignal): Promise<void> {
  const locks = "navigator" in globalThis ? globalThis.navigator.locks : undefined;
  // Rejects if the page may not lock, and if the signal cancels the request.
  await locks?.request(name, signal ? { signal } : {}, held).catch(() => undefined);
}
