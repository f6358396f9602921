import { useCallback } from "react";
import { usePage } from "../state/page.ts";

/** A ref for the element at the foot of the leading pane. Pictures are fitted above it. */
export function useFoot(): (element: HTMLElement | null) => (() => void) | undefined {
  const { viewports } = usePage();
  return useCallback(
    (element) => {
      if (!element) return undefined;
      const below = () => Number.parseFloat(getComputedStyle(element).marginBottom);
      const observer = new ResizeObserver(() => viewports.setLegend(element.offsetHeight + below()));
      observer.observe(element);
      return () => {
        observer.disconnect();
        viewports.setLegend(0);
      };
    },
    [viewports],
  );
}
