import { useMemo } from "react";
import { usePageState } from "../state/page.ts";

/** How React Flow takes the wheel and the pointer. The blackboard is enlarged and moves its picture by itself. */
export function useGestures() {
  const isWheelZoom = usePageState((s) => s.preferences.isWheelZoom);
  const isBoard = usePageState((s) => s.isBoard);
  return useMemo(
    () => ({
      panOnDrag: !isBoard,
      panOnScroll: !isWheelZoom && !isBoard,
      panOnScrollSpeed: 1,
      zoomOnScroll: isWheelZoom && !isBoard,
      zoomOnPinch: !isBoard,
      zoomOnDoubleClick: false,
    }),
    [isWheelZoom, isBoard],
  );
}
