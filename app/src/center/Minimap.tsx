import { type PointerEvent, useEffect, useRef } from "react";
import { paletteOf, regionColor } from "../canvas/palette.ts";
import { boxAt } from "../canvas/scene.ts";
import { usePage } from "../state/page.ts";
import type { ShownGraph } from "../state/useGraph.ts";
import { useTheme } from "../state/useTheme.ts";

const room = { width: 168, height: 132 };

/** The whole picture, small, with the part in sight framed; a press moves there. */
export function Minimap({ shown }: { readonly shown: ShownGraph }) {
  const { camera } = usePage();
  const theme = useTheme();
  const ref = useRef<HTMLCanvasElement>(null);
  const { layout, graph } = shown.answer;
  const scale = Math.min(room.width / layout.width, room.height / layout.height);
  const width = Math.max(24, layout.width * scale);
  const height = Math.max(24, layout.height * scale);

  useEffect(() => {
    const canvas = ref.current;
    const context = canvas?.getContext("2d");
    if (!canvas || !context) return;
    const palette = paletteOf(theme);
    const ratio = Math.min(devicePixelRatio, 2);
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const picture = document.createElement("canvas");
    picture.width = canvas.width;
    picture.height = canvas.height;
    const inner = picture.getContext("2d");
    inner?.scale(scale * ratio, scale * ratio);
    graph.nodes.forEach((node, i) => {
      if (!inner) return;
      const box = boxAt(layout.nodes, i);
      const region = graph.regions[node.region];
      inner.fillStyle = (region && regionColor(palette, region.color)?.line) ?? palette.edge;
      inner.fillRect(box.x, box.y, Math.max(box.width, 1 / scale), Math.max(box.height, 1 / scale));
    });
    const draw = () => {
      const pane = canvas.parentElement?.parentElement;
      const { x, y, zoom } = camera.current;
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, canvas.width, canvas.height);
      context.drawImage(picture, 0, 0);
      context.setTransform(ratio * scale, 0, 0, ratio * scale, 0, 0);
      context.strokeStyle = palette.accent;
      context.lineWidth = 1.5 / scale;
      context.fillStyle = palette.accentSoft;
      context.beginPath();
      context.rect(x, y, (pane?.clientWidth ?? 0) / zoom, (pane?.clientHeight ?? 0) / zoom);
      context.fill();
      context.stroke();
    };
    draw();
    return camera.subscribe(draw);
  }, [camera, graph, layout, theme, scale, width, height]);

  function move(event: PointerEvent<HTMLCanvasElement>) {
    if (event.buttons === 0) return;
    const pane = event.currentTarget.parentElement?.parentElement;
    const { zoom } = camera.current;
    camera.place({
      x: event.nativeEvent.offsetX / scale - (pane?.clientWidth ?? 0) / zoom / 2,
      y: event.nativeEvent.offsetY / scale - (pane?.clientHeight ?? 0) / zoom / 2,
      zoom,
    });
  }

  return (
    <div className="absolute bottom-14 right-3 z-10 overflow-hidden rounded-md border border-line bg-panel p-1 shadow-[0_1px_4px_rgb(0_0_0/0.08)]">
      <canvas
        ref={ref}
        aria-hidden
        className="block cursor-crosshair touch-none"
        style={{ width, height }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          move(event);
        }}
        onPointerMove={move}
      />
    </div>
  );
}
