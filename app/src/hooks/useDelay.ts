import { useEffect, useEffectEvent, useState } from "react";

/**
 * Calls `act` once `reason` has been the same for `ms` milliseconds. Another reason starts the time again; `false` and
 * undefined start nothing.
 */
export function useDelay(reason: unknown, ms: number, act: () => void): void {
  const onTime = useEffectEvent(act);
  useEffect(() => {
    if (reason === false || reason === undefined) return;
    const timer = setTimeout(() => onTime(), ms);
    return () => clearTimeout(timer);
  }, [reason, ms]);
}

/** Whether `reason` has been the same for `ms` milliseconds. */
export function useIsLong(reason: unknown, ms: number): boolean {
  const [late, setLate] = useState<unknown>(false);
  // Forgets a reason that has ended, so that the same reason waits for the full time again.
  if (late !== false && late !== reason) setLate(false);
  useDelay(reason, ms, () => setLate(reason));
  return late !== false && late === reason;
}
