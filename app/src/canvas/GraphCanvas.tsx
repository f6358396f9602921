import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { usePage, usePageState } from "../state/page.ts";
import type { ShownGraph } from "../state/useGraph.ts";
import { useTheme } from "../state/useTheme.ts";
import { drawGraph, fonts } from "./drawGraph.ts";
import { GraphTip, type Tip } from "./GraphTip.tsx";
import { hatchPattern } from "./hatch.ts";
import { paletteOf } from "./palette.ts";
import { boundsOf, boxAt, type Hit, hitTest, pictureBox, type Scene, sceneOf } from "./scene.ts";

interface GraphCanvasProps {
  readonly shown: ShownGraph;
  /** Ids, at the shown stage. */
  readonly selectedIds: readonly number[];
  /** Whether this pane places the camera; the other follows. */
  readonly isLeading: boolean;
  readonly label: string;
}

function indicesOf(scene: Scene, ids: readonly number[]): ReadonlySet<number> {
  const indices = new Set<number>();
  for (const id of ids) {
    const index = scene.indexOf.get(id);
    if (index !== undefined) indices.add(index);
  }
  return indices;
}

const dragThreshold = 4;
const wheelStep = 0.0016;

/** A pane's picture. Draws on demand: when the camera, the graph, the selection, the size or the theme changes. */
export function GraphCanvas({ shown, selectedIds, isLeading, label }: GraphCanvasProps) {
  const { camera, actions } = usePage();
  const palette = paletteOf(useTheme());
  const revealRequest = usePageState((s) => s.revealRequest);
  const stressedRegion = usePageState((s) => s.stressed);
  const pointedIds = usePageState((s) => s.pointed);
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [hovered, setHovered] = useState<number>();
  const [tip, setTip] = useState<Tip>();
  const drag = useRef<{ x: number; y: number; isPan: boolean } | undefined>(undefined);
  const scene = sceneOf(shown.answer);
  const selected = useMemo(() => indicesOf(scene, selectedIds), [scene, selectedIds]);
  const pointed = useMemo(() => indicesOf(scene, pointedIds), [scene, pointedIds]);
  const stressed = stressedRegion?.stage === shown.stage ? stressedRegion.region : undefined;

  useEffect(() => {
    const canvas = canvasRef.current;
    if (!canvas) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(canvas);
    return () => observer.disconnect();
  }, []);

  const fittedSize = useRef(size);
  useEffect(() => {
    if (!isLeading || size.width === 0) return;
    const isResized = fittedSize.current !== size;
    const isOtherRun = camera.shownEpoch !== shown.epoch;
    fittedSize.current = size;
    camera.shownEpoch = shown.epoch;
    const picture = pictureBox(shown.answer.layout);
    const isAwaited = !camera.isPlaced && shown.epoch >= camera.awaitedEpoch;
    const isOutgrown =
      camera.isPlaced &&
      ((camera.isFitted && isResized) || ((isOtherRun || isResized) && camera.hasLost(picture, size.width, size.height)));
    if (isAwaited || isOutgrown) camera.fit(picture, size.width, size.height, false);
  }, [camera, shown, isLeading, size]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a request to reveal is answered once, with what is pointed at or selected then
  useEffect(() => {
    if (!isLeading || revealRequest === 0) return;
    const box = boundsOf(scene, [...(pointed.size > 0 ? pointed : selected)]);
    if (box) camera.reveal(box, pictureBox(shown.answer.layout), size.width, size.height);
  }, [revealRequest, selected]);

  useEffect(() => {
    const canvas = canvasRef.current;
    const context = canvas?.getContext("2d", { alpha: false });
    if (!canvas || !context || size.width === 0) return;
    const ratio = Math.min(devicePixelRatio, 2.5);
    const width = Math.round(size.width * ratio);
    const height = Math.round(size.height * ratio);
    const patterns = new Map<number, CanvasPattern | null>();
    const hatch = (color: number) => {
      if (!patterns.has(color)) {
        patterns.set(color, hatchPattern(context, color, palette.regions[color % palette.regions.length]?.hatch ?? "transparent"));
      }
      return patterns.get(color) ?? null;
    };
    let frame = 0;
    const draw = () => {
      frame = 0;
      if (canvas.width !== width || canvas.height !== height) {
        canvas.width = width;
        canvas.height = height;
      }
      drawGraph({ context, scene, palette, selected, hovered, pointed, stressed, hatch }, camera.current, size.width, size.height, ratio);
    };
    const ask = () => {
      if (frame === 0) frame = requestAnimationFrame(draw);
    };
    draw();
    const stop = camera.subscribe(ask);
    // Fonts may come after the first drawing; what was measured with others is measured again.
    let isMounted = true;
    if (!document.fonts.check(`600 12px ${fonts.sans}`) || !document.fonts.check(`430 10px ${fonts.mono}`)) {
      void Promise.all([document.fonts.load(`600 12px ${fonts.sans}`), document.fonts.load(`430 10px ${fonts.mono}`)]).then(() => {
        scene.cuts.clear();
        if (isMounted) ask();
      });
    }
    return () => {
      isMounted = false;
      stop();
      cancelAnimationFrame(frame);
    };
  }, [camera, scene, palette, selected, hovered, pointed, stressed, size]);

  useEffect(() => {
    const canvas = canvasRef.current;
    if (!canvas) return;
    // Not a React handler: those are passive and could not keep the page from zooming.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      if (event.shiftKey) camera.panBy(-event.deltaY * lines - event.deltaX * lines, 0);
      else {
        const by = Math.max(-120, Math.min(120, event.deltaY * lines)) * wheelStep * (event.ctrlKey ? 4 : 1);
        camera.zoomBy(Math.exp(-by), event.offsetX, event.offsetY);
      }
    };
    canvas.addEventListener("wheel", onWheel, { passive: false });
    return () => canvas.removeEventListener("wheel", onWheel);
  }, [camera]);

  function hitAt(event: { readonly nativeEvent: { readonly offsetX: number; readonly offsetY: number } }): Hit | undefined {
    const { x, y, zoom } = camera.current;
    return hitTest(scene, x + event.nativeEvent.offsetX / zoom, y + event.nativeEvent.offsetY / zoom);
  }

  function onPointerMove(event: PointerEvent<HTMLCanvasElement>) {
    const held = drag.current;
    if (held) {
      if (held.isPan || Math.hypot(event.clientX - held.x, event.clientY - held.y) > dragThreshold) {
        camera.panBy(event.clientX - held.x, event.clientY - held.y);
        drag.current = { x: event.clientX, y: event.clientY, isPan: true };
        setTip(undefined);
      }
      return;
    }
    const hit = hitAt(event);
    const index = hit?.kind === "node" ? hit.index : undefined;
    setHovered(index);
    setTip(hit && { hit, left: event.nativeEvent.offsetX, top: event.nativeEvent.offsetY });
    event.currentTarget.style.cursor = index !== undefined || (hit?.kind === "frame" && hit.isHeader) ? "pointer" : "grab";
  }

  function onPointerUp(event: PointerEvent<HTMLCanvasElement>) {
    const held = drag.current;
    drag.current = undefined;
    if (!held || held.isPan) return;
    const hit = hitAt(event);
    const { graph } = shown.answer;
    if (hit?.kind === "node") {
      const id = graph.nodes[hit.index]?.id;
      if (id === undefined) return;
      const others = selectedIds.filter((s) => s !== id);
      const isAdding = event.shiftKey || event.metaKey || event.ctrlKey;
      actions.select(shown.stage, isAdding ? (others.length < selectedIds.length ? others : [id, ...others]) : [id]);
    } else if (hit?.kind === "frame" && hit.isHeader) {
      const frame = graph.frames[hit.index];
      if (frame) actions.toggleFrame(frame.id);
    } else actions.select(shown.stage, []);
  }

  /** Walks along edges: up to the first producer, down to the first consumer. */
  function onKeyDown(event: KeyboardEvent) {
    const step = 60;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      const [first] = selected;
      const edges = first === undefined ? undefined : (event.key === "ArrowUp" ? scene.incoming : scene.outgoing)[first];
      const edge = shown.answer.graph.edges[edges?.[0] ?? -1];
      const next = edge ? shown.answer.graph.nodes[event.key === "ArrowUp" ? edge.from : edge.to] : undefined;
      if (next) actions.select(shown.stage, [next.id], true);
      else if (first === undefined) camera.panBy(0, event.key === "ArrowUp" ? step : -step);
      event.preventDefault();
    } else if (event.key === "+" || event.key === "=") camera.zoomBy(1.25, size.width / 2, size.height / 2);
    else if (event.key === "-") camera.zoomBy(0.8, size.width / 2, size.height / 2);
  }

  const tipBox = tip?.hit.kind === "node" ? boxAt(shown.answer.layout.nodes, tip.hit.index) : undefined;
  return (
    <div className="absolute inset-0">
      <canvas
        ref={canvasRef}
        role="img"
        aria-label={label}
        tabIndex={0}
        className="block size-full touch-none outline-offset-[-3px]"
        onPointerDown={(event) => {
          if (event.button > 1) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { x: event.clientX, y: event.clientY, isPan: event.button === 1 };
        }}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          drag.current = undefined;
        }}
        onPointerLeave={() => {
          setHovered(undefined);
          setTip(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      {tip && <GraphTip tip={tip} answer={shown.answer} paneWidth={size.width} paneHeight={size.height} isNode={tipBox !== undefined} />}
    </div>
  );
}
