import { useEffect, useRef } from "react";

/** A large ring around the pointer, visible from across a room. */
export function Spot() {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const follow = ({ clientX, clientY }: PointerEvent) => {
      const ring = ref.current;
      if (!ring) return;
      ring.style.translate = `${clientX}px ${clientY}px`;
      ring.style.visibility = "visible";
    };
    addEventListener("pointermove", follow);
    return () => removeEventListener("pointermove", follow);
  }, []);
  return <div ref={ref} aria-hidden data-testid="spot" className="spot" />;
}
