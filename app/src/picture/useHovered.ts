import { useStoreApi } from "@xyflow/react";
import { useCallback, useEffect, useRef, useState } from "react";

/** How long after a move of the picture what has come under the pointer is taken for pointed at, in milliseconds. */
const rest = 120;

/** The index of the node that the pointer is on, below `count`, and what is to be told of it. While the picture moves, what passes under the pointer is not taken. */
export function useHovered(count: number): readonly [number | undefined, (index: number | undefined) => void] {
  const store = useStoreApi();
  const [hovered, setHovered] = useState<number>();
  const under = useRef<number>(undefined);
  const isMoving = useRef(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.subscribe((state, before) => {
      if (state.transform === before.transform) return;
      isMoving.current = true;
      clearTimeout(timer);
      timer = setTimeout(() => {
        isMoving.current = false;
        setHovered(under.current);
      }, rest);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [store]);
  const hover = useCallback((index: number | undefined) => {
    under.current = index;
    if (!isMoving.current) setHovered(index);
  }, []);
  return [hovered !== undefined && hovered < count ? hovered : undefined, hover];
}
