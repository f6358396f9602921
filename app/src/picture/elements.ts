/**
 * React Flow's nodes and edges for a scene. An element that looks the same keeps its object, so that it is not rendered
 * again.
 */
import { edgePath, widthIn } from "@relayscope/engine";
import { boxAt, type PlacedLabel } from "@relayscope/engine/titles";
import { Position } from "@xyflow/react";
import type { Box } from "../state/boxes.ts";
import type { Coloring, Tint } from "./colors/colors.ts";
import type { BoxData, Look, Marks, PictureNode, Shown, TensorData, TensorEdge } from "./elementData.ts";
import type { Scene } from "./scene.ts";
import { spoken } from "./words/spoken.ts";
import type { TensorLabels } from "./words/tensorLabel.ts";

/** A node that is neither a walking stop nor connected has no keys to announce. */
const unspoken = { "aria-describedby": undefined, "aria-roledescription": undefined } as const;

interface Kept<T> {
  readonly key: string;
  readonly element: T;
}

/**
 * The key of what is no longer shown. React Flow throws and catches an error for each removed node, so nodes are
 * removed a few at a time.
 */
const leaving = "";
/** How many nodes are removed at once at least, and which share of them if there are more. */
const leastLeaving = 12;
const shareLeaving = 0.25;

const depth = { hull: 0, frame: 1, edge: 2, box: 3, label: 4 } as const;

function connection(x: number, y: number, type: "source" | "target", position: Position) {
  return { x, y, width: 1, height: 1, type, position };
}

/**
 * The parts of a React Flow node that all kinds have. The size is given in whole pixels, so that React Flow measures
 * nothing.
 */
function placed(id: string, box: Box, zIndex: number) {
  const width = Math.round(box.width);
  const height = Math.round(box.height);
  return { id, position: { x: box.x, y: box.y }, width, height, measured: { width, height }, zIndex };
}

/**
 * Values that depend on the scene and its colors but not on highlights. Computed once by index, as nodes come into
 * sight.
 */
interface Parts {
  readonly scene: Scene;
  readonly coloring: Coloring;
  readonly ends: readonly string[];
  readonly boxes: Map<number, BoxPart>;
  readonly edges: Map<number, EdgePart>;
}
interface BoxPart {
  readonly key: string;
  readonly box: Box;
  readonly aria: string;
  readonly data: BoxData;
}
interface EdgePart {
  readonly key: string;
  readonly data: Omit<TensorData, "label">;
}

export class Elements {
  private nodes = new Map<string, Kept<PictureNode>>();
  private edges = new Map<string, Kept<TensorEdge>>();
  private parts: Parts | undefined;
  private marks: Marks | undefined;
  /** The labels of edges, including those that are asked for, and the window that they were computed for. */
  private tensors: TensorLabels = new Map();
  private shown: Shown | undefined;
  /** Whether scene, colors and marks are the same as last time, so that elements can be reused. */
  private isSame = false;
  private isPainted = false;
  private made: { readonly nodes: PictureNode[]; readonly edges: TensorEdge[] } = { nodes: [], edges: [] };

  constructor(private readonly pane: string) {}

  /** All elements that React Flow holds: what is shown and, hidden, the far ends of shown edges. */
  make(scene: Scene, shown: Shown, { coloring, marks, ends }: Look): { readonly nodes: PictureNode[]; readonly edges: TensorEdge[] } {
    const grounds = new Map<string, Kept<PictureNode>>();
    const boxes = new Map<string, Kept<PictureNode>>();
    const labels = new Map<string, Kept<PictureNode>>();
    const edges = new Map<string, Kept<TensorEdge>>();
    const parts = this.partsOf(scene, coloring, ends);
    this.isSame = parts === this.parts && marks === this.marks;
    if (shown.edges.length === 0) this.tensors = new Map();
    else if (!this.isSame || shown !== this.shown) this.tensors = shown.tensors(marks);
    // When everything is shown, or in another picture, elements are in reading order in the page.
    const isMove = scene === this.parts?.scene && shown.nodes.length < scene.answer.graph.nodes.length;
    this.parts = parts;
    this.marks = marks;
    this.shown = shown;
    for (const i of shown.regions) this.hull(grounds, parts, i, marks, shown.isPainted);
    for (const i of shown.frames) this.frame(grounds, scene, i);
    const visible = new Set(shown.nodes);
    for (const i of visible) this.box(boxes, parts, i, marks, false);
    for (const i of shown.far) this.box(boxes, parts, i, marks, true);
    for (const i of shown.edges) this.edge(edges, parts, i, marks);
    for (const label of shown.labels) this.label(labels, label);
    this.keepLeaving(boxes, (id) => grounds.has(id) || boxes.has(id) || labels.has(id));
    this.isPainted = shown.isPainted;
    this.nodes = new Map([...grounds, ...(isMove ? steady(this.nodes, boxes) : boxes), ...labels]);
    this.edges = isMove ? steady(this.edges, edges) : edges;
    this.made = {
      nodes: unlessSame(
        this.made.nodes,
        Array.from(this.nodes.values(), (k) => k.element),
      ),
      edges: unlessSame(
        this.made.edges,
        Array.from(this.edges.values(), (k) => k.element),
      ),
    };
    return this.made;
  }

  private partsOf(scene: Scene, coloring: Coloring, ends: readonly string[]): Parts {
    const { parts } = this;
    if (parts?.scene === scene && parts.coloring === coloring && parts.ends === ends) return parts;
    return { scene, coloring, ends, boxes: new Map(), edges: new Map() };
  }

  /** Hides what is no longer shown. Most hidden elements stay for the next time. */
  private keepLeaving(into: Map<string, Kept<PictureNode>>, isThere: (id: string) => boolean): void {
    const gone = [...this.nodes].filter(([id]) => !isThere(id));
    const hidden = gone.filter(([, { key }]) => key === leaving);
    const last = new Set(hidden.slice(0, Math.max(leastLeaving, Math.ceil(hidden.length * shareLeaving))));
    for (const known of gone) {
      const [id, { key, element }] = known;
      if (key !== leaving) into.set(id, { key: leaving, element: { ...element, hidden: true, selected: false } });
      else if (!last.has(known)) into.set(...known);
    }
  }

  private keep(into: Map<string, Kept<PictureNode>>, id: string, key: string, make: () => PictureNode): void {
    const known = this.nodes.get(id);
    into.set(id, known?.key === key ? known : { key, element: make() });
  }

  /** Reuses an element; false if there was none, if it was removed, or if it was hidden and this one is not. */
  private again(into: Map<string, Kept<PictureNode>>, id: string, isHidden = false): boolean {
    const known = this.nodes.get(id);
    if (!known || known.key === leaving || (known.element.hidden ?? false) !== isHidden) return false;
    into.set(id, known);
    return true;
  }

  private box(into: Map<string, Kept<PictureNode>>, parts: Parts, i: number, marks: Marks, isHidden: boolean): void {
    const id = parts.scene.nodeNames.of(i);
    if (into.has(id)) return;
    if (this.isSame && this.again(into, id, isHidden)) return;
    const part = this.boxPart(parts, i);
    if (!part) return;
    const { box, data } = part;
    const isFaded = marks.kept !== undefined && !marks.kept(i);
    const isSelected = marks.selected.has(i);
    const classes = [
      marks.lit.has(i) ? "lit" : "",
      marks.pointed.has(i) ? "pointed" : "",
      marks.blocking.has(i) ? "blocking" : "",
      isFaded ? "faded" : "",
    ]
      .filter((c) => c !== "")
      .join(" ");
    const isCurrent = marks.current === i;
    const key = `${part.key},${classes},${isSelected},${isCurrent},${isHidden}`;
    this.keep(into, id, key, () => ({
      ...placed(id, box, depth.box),
      type: data.node.summary ? ("card" as const) : ("box" as const),
      data,
      handles: [connection(box.width / 2, 0, "target", Position.Top), connection(box.width / 2, box.height, "source", Position.Bottom)],
      className: classes,
      selected: isSelected,
      hidden: isHidden,
      ariaLabel: isHidden ? "" : part.aria,
      domAttributes: { tabIndex: isCurrent ? 0 : -1 },
    }));
  }

  private boxPart({ scene, coloring, ends, boxes }: Parts, i: number): BoxPart | undefined {
    const known = boxes.get(i);
    if (known) return known;
    const { graph, layout } = scene.answer;
    const node = graph.nodes[i];
    if (!node) return undefined;
    const box = boxAt(layout.nodes, i);
    const tint = coloring.ofNode(i);
    const isRegionColor = coloring.isByRegion && coloring.ofRegion(node.region) !== undefined;
    const region = graph.regions[node.region];
    const end = (node.summary && ends[i]) ?? "";
    const aria = spoken(scene, i, end);
    const lines = node.summary?.lines.join("|") ?? "";
    const bar = coloring.barOf(i);
    const barKey = bar.map((segment) => `${segment.tint?.line ?? segment.isHost}:${segment.tint?.letter}:${segment.start}`).join("|");
    const part: BoxPart = {
      key: `${box.x},${box.y},${box.width},${box.height},${node.kind},${node.label},${node.detail},${node.dtype},${node.shape},${lines},${node.isNew},${node.change},${tint?.line},${tint?.letter},${isRegionColor},${region?.id},${region?.isMarked},${barKey},${end},${aria}`,
      box,
      aria,
      data: {
        node,
        tint,
        isMarked: region?.isMarked ?? false,
        region: region ? regionName(region) : "",
        isRegionColor,
        bar,
        end,
        pane: this.pane,
      },
    };
    boxes.set(i, part);
    return part;
  }

  private frame(into: Map<string, Kept<PictureNode>>, scene: Scene, i: number): void {
    const { graph, layout } = scene.answer;
    const frame = graph.frames[i];
    const box = boxAt(layout.frames, i);
    if (!frame || box.width <= 0) return;
    const id = `f${frame.id}`;
    if (this.isSame && this.again(into, id)) return;
    const [first = 0, end = 0] = layout.frameOffsets.subarray(i, i + 2);
    const key = `${layout.framePieces.subarray(4 * first, 4 * end).join(",")},${frame.kind},${frame.region}`;
    const region = graph.regions[frame.region];
    const isExternal = (frame.kind === "external-function" || frame.kind === "region") && region !== undefined && region.color >= 0;
    this.keep(into, id, key, () => ({
      ...placed(id, box, depth.frame),
      type: "frame" as const,
      data: {
        frame,
        pieces: Array.from({ length: end - first }, (_, p) => {
          const piece = boxAt(layout.framePieces, first + p);
          return { ...piece, x: piece.x - box.x, y: piece.y - box.y };
        }),
        isExternal,
      },
      selectable: false,
      focusable: false,
      domAttributes: unspoken,
      style: { pointerEvents: "none" },
    }));
  }

  private hull(into: Map<string, Kept<PictureNode>>, { scene, coloring }: Parts, i: number, marks: Marks, isPainted: boolean): void {
    const { graph, layout } = scene.answer;
    const id = `r${i}`;
    if (this.isSame && isPainted === this.isPainted && this.again(into, id)) return;
    const region = graph.regions[i];
    const tint = coloring.ofRegion(i);
    const first = layout.hullOffsets[i] ?? 0;
    const end = layout.hullOffsets[i + 1] ?? 0;
    if (!region || !tint || first === end) return;
    let left = Number.POSITIVE_INFINITY;
    let top = Number.POSITIVE_INFINITY;
    let right = Number.NEGATIVE_INFINITY;
    let bottom = Number.NEGATIVE_INFINITY;
    const rectangles: Box[] = [];
    for (let h = first; h < end; h++) {
      const box = boxAt(layout.hulls, h);
      rectangles.push(box);
      left = Math.min(left, box.x);
      top = Math.min(top, box.y);
      right = Math.max(right, box.x + box.width);
      bottom = Math.max(bottom, box.y + box.height);
    }
    const isFaded = marks.keptRegion !== undefined && !marks.keptRegion(i);
    const key = `${layout.hulls.subarray(4 * first, 4 * end).join(",")},${tint.line},${tint.pattern},${isFaded},${isPainted},${region.label}`;
    this.keep(into, id, key, () => ({
      ...placed(id, { x: left, y: top, width: right - left, height: bottom - top }, depth.hull),
      type: "hull" as const,
      data: {
        region: regionName(region),
        isMarked: region.isMarked ?? false,
        rectangles: rectangles.map((r) => ({ ...r, x: r.x - left, y: r.y - top })),
        outline: layout.hullOutlines?.[i] ?? "",
        x: left,
        y: top,
        tint,
        pane: this.pane,
        isPainted,
      },
      className: isFaded ? "faded" : "",
      selectable: false,
      focusable: false,
      domAttributes: unspoken,
      style: { pointerEvents: "none" },
    }));
  }

  private label(into: Map<string, Kept<PictureNode>>, label: PlacedLabel<Tint>): void {
    const { id, x, y, text, letter, tint, scale } = label;
    const width = Math.max(1, Math.ceil(label.width));
    const key = `${x},${y},${width},${text},${letter},${tint?.line},${scale}`;
    this.keep(into, id, key, () => ({
      ...placed(id, { x, y, width, height: Math.max(1, label.height) }, depth.label),
      type: "label" as const,
      data: { text, letter, tint, scale },
      selectable: false,
      focusable: false,
      domAttributes: unspoken,
    }));
  }

  private edge(into: Map<string, Kept<TensorEdge>>, parts: Parts, i: number, marks: Marks): void {
    const { scene } = parts;
    const edge = scene.answer.graph.edges[i];
    const id = scene.edgeNames.of(i);
    if (!edge) return;
    const known = this.edges.get(id);
    const label = this.tensors.get(i);
    if (this.isSame && known && known.element.data?.label === label) {
      into.set(id, known);
      return;
    }
    const part = edgePart(parts, i);
    const isSelected = marks.selectedEdges.has(i);
    const isLit = marks.litEdges.has(i);
    const isFaded = marks.kept !== undefined && !(marks.kept(edge.from) && marks.kept(edge.to));
    const key = `${part.key},${isSelected},${isLit},${isFaded},${label?.text},${label?.x},${label?.y}`;
    into.set(
      id,
      known?.key === key
        ? known
        : {
            key,
            element: {
              id,
              type: "tensor",
              source: scene.nodeNames.of(edge.from),
              target: scene.nodeNames.of(edge.to),
              data: { ...part.data, label },
              className: [isLit ? "lit" : "", isFaded ? "faded" : ""].filter((c) => c !== "").join(" "),
              selected: isSelected,
              zIndex: depth.edge,
              focusable: false,
              ariaRole: "presentation",
              ariaLabel: null,
              // Nodes name what they are connected with.
              domAttributes: { "aria-hidden": true, "aria-roledescription": undefined },
            } as unknown as TensorEdge,
          },
    );
  }
}

function edgePart({ scene, edges }: Parts, i: number): EdgePart {
  const known = edges.get(i);
  if (known) return known;
  const { graph, layout } = scene.answer;
  const width = widthIn(graph, i);
  const { path, head } = edgePath(layout, i, width);
  const part: EdgePart = { key: `${path},${width}`, data: { path, head, width } };
  edges.set(i, part);
  return part;
}

/** `after`, in an order that moves no element in the page: moving one would remove it and insert it again. */
function steady<T>(before: ReadonlyMap<string, T>, after: ReadonlyMap<string, T>): Map<string, T> {
  const ordered = new Map<string, T>();
  for (const id of before.keys()) {
    const element = after.get(id);
    if (element !== undefined) ordered.set(id, element);
  }
  for (const [id, element] of after) ordered.set(id, element);
  return ordered;
}

/** `after`, or `before` if both hold the same elements: React Flow takes a new array for another picture. */
function unlessSame<T>(before: T[], after: T[]): T[] {
  return before.length === after.length && after.every((element, i) => element === before[i]) ? before : after;
}

/** A region's name in words: `dnnl 3`. */
function regionName(region: Scene["answer"]["graph"]["regions"][number]): string {
  return `${region.target} ${region.id}`;
}
