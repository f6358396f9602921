import { type ReactFlowState, useStoreApi } from "@xyflow/react";
import { useEffect, useEffectEvent } from "react";

type Place = Pick<ReactFlowState, "transform" | "width" | "height">;

/** Calls `act` whenever the surrounding React Flow was moved, zoomed or resized. */
export function useMoves(act: (place: Place, before: Place) => void): void {
  const store = useStoreApi();
  const onMove = useEffectEvent(act);
  useEffect(
    () =>
      store.subscribe((place, before) => {
        if (place.transform !== before.transform || place.width !== before.width || place.height !== before.height) onMove(place, before);
      }),
    [store],
  );
}
