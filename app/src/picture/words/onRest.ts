import type { useStoreApi } from "@xyflow/react";

/** How long a picture must rest, in milliseconds. */
const rest = 180;

/** Calls `act` once a picture rests after a move or a change of its size, until the returned function is called. */
export function onRest(store: Pick<ReturnType<typeof useStoreApi>, "subscribe">, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = store.subscribe((state, before) => {
    if (state.transform === before.transform && state.width === before.width && state.height === before.height) return;
    clearTimeout(timer);
    timer = setTimeout(act, rest);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
