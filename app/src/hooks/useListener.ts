import { type RefObject, useEffect, useEffectEvent } from "react";

/** Calls `act` at each event of a kind, on the window or on the element of `target`, while the component is mounted. */
export function useListener<Kind extends keyof WindowEventMap>(
  kind: Kind,
  act: (event: WindowEventMap[Kind]) => void,
  target?: RefObject<HTMLElement | null>,
): void {
  const onEvent = useEffectEvent(act);
  useEffect(() => {
    const from: EventTarget | null = target ? target.current : window;
    const listener = { handleEvent: (event: WindowEventMap[Kind]) => onEvent(event) };
    from?.addEventListener(kind, listener);
    return () => from?.removeEventListener(kind, listener);
  }, [kind, target]);
}
