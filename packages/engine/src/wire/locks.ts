/** Locks between the page and its workers: the browser gives one on as soon as who held it is gone. */

/**
 * Holds a lock, once it is free, until what `held` gives is settled. Does nothing where there are no locks: in Node, on a page over plain http,
 * in a file.
 */
export async function holdLock(name: string, held: () => Promise<void>, signal?: AbortSignal): Promise<void> {
  const locks = "navigator" in globalThis ? globalThis.navigator.locks : undefined;
  // Rejects where the page may not lock, and where the signal takes the request back.
  await locks?.request(name, signal ? { signal } : {}, held).catch(() => undefined);
}
