import type { Palette } from "@relayscope/palette";
import { useStoreApi } from "@xyflow/react";
import { memo, useState } from "react";
import { type Controller, differs, useController } from "../../hooks/useController.ts";
import { usePage } from "../../state/page.ts";
import type { Turns } from "../../state/turns.ts";
import type { Coloring } from "../colors/colors.ts";
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

class Layer implements Controller<SilhouettesProps> {
  private silhouette: Silhouette | undefined;
  private before: SilhouettesProps | undefined;
  private cancel: (() => void) | undefined;

  constructor(
    private readonly store: ReturnType<typeof useStoreApi>,
    private readonly turns: Turns,
  ) {}

  readonly attach = (canvas: HTMLCanvasElement | null) => {
    if (!canvas) return;
    const silhouette = new Silhouette(canvas, this.store.getState);
    this.silhouette = silhouette;
    const stop = this.store.subscribe((state, before) => {
      if (state.transform !== before.transform || state.width !== before.width || state.height !== before.height) silhouette.move();
    });
    return () => {
      stop();
      this.cancel?.();
      silhouette.close();
    };
  };

  show(now: SilhouettesProps): void {
    if (!differs(now, this.before, ["isShown", "scene", "coloring", "palette", "kept"])) return;
    this.before = now;
    this.cancel?.();
    const { isShown, scene, coloring, palette, kept } = now;
    // In a separate task: painting a large picture takes as long as mounting it.
    if (isShown) this.cancel = this.turns.ask(() => this.silhouette?.show(drawingOf(scene, coloring, palette, kept)));
    else this.silhouette?.hide();
  }
}

/** Boxes, hulls and lines in the background of React Flow: what is too far away to be mounted. */
export const Silhouettes = memo(function Silhouettes(props: SilhouettesProps) {
  const store = useStoreApi();
  const { turns } = usePage();
  const [layer] = useState(() => new Layer(store, turns));
  useController(layer, props);
  return (
    <div aria-hidden hidden={!props.isShown} className="silhouettes pointer-events-none absolute inset-0 overflow-hidden">
      <canvas ref={layer.attach} className="absolute top-0 left-0 max-w-none origin-top-left" />
    </div>
  );
});
