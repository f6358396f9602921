import { useEffect, useEffectEvent, useState } from "react";

export interface Loaded<T> {
  /** Which request this is the result of. */
  readonly key: unknown;
  /** Undefined if the request failed. */
  readonly value: T | undefined;
  readonly error: unknown;
}

/**
 * The latest result of `load`, called for each `key`; undefined before the first. `false` and undefined load nothing.
 * Until the next result, and while nothing is loaded, the result is that of an earlier key. Late results are dropped.
 */
export function useLoaded<T>(key: unknown, load: (isWanted: () => boolean) => Promise<T>): Loaded<T> | undefined {
  const [loaded, setLoaded] = useState<Loaded<T>>();
  const onKey = useEffectEvent(load);
  useEffect(() => {
    if (key === false || key === undefined) return;
    let isWanted = true;
    onKey(() => isWanted).then(
      (value) => isWanted && setLoaded({ key, value, error: undefined }),
      (error: unknown) => isWanted && setLoaded({ key, value: undefined, error }),
    );
    return () => {
      isWanted = false;
    };
  }, [key]);
  return loaded;
}
