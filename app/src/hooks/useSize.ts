import { type RefObject, useEffectEvent, useLayoutEffect } from "react";

/**
 * Calls `act` with the element whenever its size changes, and for its first size: before the element is painted, when
 * everything is laid out anyway. Another `key` reports the size again.
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
