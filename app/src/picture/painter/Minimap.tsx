import type { Palette } from "@relayscope/palette";
import { MiniMap, Panel, useStore, useStoreApi } from "@xyflow/react";
import { memo, type PointerEvent, useCallback, useMemo } from "react";
import { showsAll } from "../../state/boxes.ts";
import { usePage } from "../../state/page.ts";
import type { Coloring } from "../colors/colors.ts";
import type { PictureNode } from "../elementData.ts";
import type { Scene } from "../scene.ts";
import { drawingOf } from "./drawingOf.ts";
import { Painter } from "./Painter.ts";

const room = { width: 200, height: 132 };
/** React Flow's own minimap redraws each node at each move. Larger pictures are painted once instead. */
const mostNodes = 300;

interface MinimapProps {
  readonly scene: Scene;
  readonly coloring: Coloring;
  readonly palette: Palette;
  /** Whether all of the picture's nodes are mounted. */
  readonly isAllMounted: boolean;
}

/** The whole picture, small, with a frame around the part in sight. Pressing it moves there. */
export const Minimap = memo(function Minimap(props: MinimapProps) {
  const { layout, graph } = props.scene.answer;
  const isAllSeen = useStore(({ transform: [x, y, zoom], width, height }) => showsAll({ x, y, zoom }, layout, width, height));
  const scale = Math.min(room.width / layout.width, room.height / layout.height);
  const size = { width: Math.max(32, Math.round(layout.width * scale)), height: Math.max(32, Math.round(layout.height * scale)) };
  // It would cover a part of what it shows.
  if (isAllSeen) return null;
  const hasStacks = graph.nodes.some((node) => node.kind === "stack");
  if (!props.isAllMounted || hasStacks || graph.nodes.length > mostNodes) return <PaintedMinimap {...props} scale={scale} {...size} />;
  return (
    <MiniMap<PictureNode>
      pannable
      zoomable
      position="bottom-right"
      className="minimap"
      style={size}
      ariaLabel="Minimap"
      bgColor="transparent"
      maskColor="var(--p-mask)"
      maskStrokeColor="var(--p-accent)"
      maskStrokeWidth={1.5 / scale}
      nodeStrokeWidth={0}
      nodeColor={(node) => ("tint" in node.data && node.type !== "label" ? (node.data.tint?.line ?? "var(--p-edge)") : "transparent")}
    />
  );
});

interface PaintedProps extends MinimapProps {
  readonly scale: number;
  readonly width: number;
  readonly height: number;
}

function PaintedMinimap({ scene, coloring, palette, scale, width, height }: PaintedProps) {
  const { viewports } = usePage();
  const store = useStoreApi();
  const drawing = useMemo(() => drawingOf(scene, coloring, palette, undefined), [scene, coloring, palette]);
  const ratio = Math.min(devicePixelRatio, 2);

  const attach = useCallback(
    (canvas: HTMLCanvasElement | null) => {
      const context = canvas?.getContext("2d");
      if (!canvas || !context) return;
      canvas.width = width * ratio;
      canvas.height = height * ratio;
      let picture: ImageBitmap | undefined;
      const draw = () => {
        const { transform, width: paneWidth, height: paneHeight } = store.getState();
        const [x, y, zoom] = transform;
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.clearRect(0, 0, canvas.width, canvas.height);
        if (picture) context.drawImage(picture, 0, 0);
        context.setTransform(ratio * scale, 0, 0, ratio * scale, 0, 0);
        context.strokeStyle = palette.accent;
        context.lineWidth = 1.5 / scale;
        context.fillStyle = palette.accentSoft;
        context.beginPath();
        context.rect(-x / zoom, -y / zoom, paneWidth / zoom, paneHeight / zoom);
        context.fill();
        context.stroke();
      };
      draw();
      const painter = new Painter(({ bitmap }) => {
        picture = bitmap;
        draw();
      });
      painter.draw(drawing);
      painter.paint({ x: 0, y: 0, zoom: scale, width, height, ratio, isBrief: true });
      const stop = store.subscribe((state, before) => {
        if (state.transform !== before.transform) draw();
      });
      return () => {
        stop();
        painter.close();
        picture?.close();
      };
    },
    [store, drawing, palette, scale, width, height, ratio],
  );

  function move(event: PointerEvent<HTMLCanvasElement>) {
    if (event.buttons === 0) return;
    const pane = store.getState();
    const { zoom } = viewports.current;
    viewports.lookAt({
      x: event.nativeEvent.offsetX / scale - pane.width / zoom / 2,
      y: event.nativeEvent.offsetY / scale - pane.height / zoom / 2,
      zoom,
    });
  }

  return (
    <Panel position="bottom-right" className="minimap">
      <canvas
        ref={attach}
        aria-hidden
        className="block cursor-crosshair touch-none"
        style={{ width, height }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          move(event);
        }}
        onPointerMove={move}
      />
    </Panel>
  );
}
