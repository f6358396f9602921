import { useRef } from "react";
import { useListener } from "../hooks/useListener.ts";

/** A large ring around the pointer, visible from across a room. */
export function Spot() {
  const ref = useRef<HTMLDivElement>(null);
  useListener("pointermove", ({ clientX, clientY }) => {
    const ring = ref.current;
    if (!ring) return;
    ring.style.translate = `${clientX}px ${clientY}px`;
    ring.style.visibility = "visible";
  });
  return <div ref={ref} aria-hidden data-testid="spot" className="spot" />;
}
