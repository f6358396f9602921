import type { Palette } from "@relayscope/palette";
import { useStoreApi } from "@xyflow/react";
import { memo, useEffect, useRef } from "react";
import { usePage } from "../../state/page.ts";
import type { Coloring } from "../colors.ts";
import type { Scene } from "../scene.ts";
import { drawingOf } from "./drawingOf.ts";
import { Silhouette } from "./Silhouette.ts";

interface SilhouettesProps {
  readonly isShown: boolean;
  readonly scene: Scene;
  readonly coloring: Coloring;
  readonly palette: Palette;
  /** Which nodes are highlighted; the others fade. Undefined if all are alike. */
  readonly kept: ((node: number) => boolean) | undefined;
}

/** Boxes, hulls and lines in the background of React Flow: what is too far away to be mounted. */
export const Silhouettes = memo(function Silhouettes({ isShown, scene, coloring, palette, kept }: SilhouettesProps) {
  const store = useStoreApi();
  const ref = useRef<HTMLCanvasElement>(null);
  const shown = useRef<Silhouette>(undefined);
  useEffect(() => {
    const canvas = ref.current;
    if (!canvas) return;
    const silhouette = new Silhouette(canvas, store.getState);
    shown.current = silhouette;
    const stop = store.subscribe((state, before) => {
      if (state.transform !== before.transform || state.width !== before.width || state.height !== before.height) silhouette.move();
    });
    return () => {
      stop();
      silhouette.close();
    };
  }, [store]);
  const { turns } = usePage();
  useEffect(() => {
    if (!isShown) {
      shown.current?.hide();
      return;
    }
    // In a task of its own: for a large picture it takes as long as everything that is mounted.
    return turns.ask(() => shown.current?.show(drawingOf(scene, coloring, palette, kept)));
  }, [turns, isShown, scene, coloring, palette, kept]);
  return (
    <div aria-hidden hidden={!isShown} className="silhouettes pointer-events-none absolute inset-0 overflow-hidden">
      <canvas ref={ref} className="absolute top-0 left-0 max-w-none origin-top-left" />
    </div>
  );
});
