import { type RefObject, useEffectEvent, useLayoutEffect } from "react";

/**
 * Calls `act` with the element for its first size and whenever its size changes. The call comes before painting, when
 * the layout is up to date anyway. Another `key` reports the size again.
 */
export function useSize<T extends HTMLElement>(ref: RefObject<T | null>, act: (element: T) => void, key?: unknown): void {
  const onSize = useEffectEvent(act);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || key === false) return;
    const observer = new ResizeObserver(() => onSize(element));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, key]);
}
