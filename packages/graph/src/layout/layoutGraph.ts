/**
 * Layered layout, top down, frame by frame: groups are laid out from the innermost to the outermost, each as rows of items, then placed and the
 * edges routed. Deterministic; near-linear; what a pass left alone keeps its row, because frames' margins fit between rows.
 */
import type { DrawableEdge, DrawableGraph, DrawableNode, GraphLayout as Geometry } from "../drawable.ts";
import { type GroupLayout, type ItemBox, type Lane, layoutGroup } from "./group.ts";
import { type GroupLinks, liftEdges } from "./lift.ts";
import { packTop } from "./packTop.ts";
import { frameBottom, frameSide, frameTop, isChip, nodeSize, rowHeight, rowPitch } from "./sizes.ts";
import { groupsDeepestFirst, type LayoutTree, layoutTree } from "./tree.ts";

export interface LayoutHints {
  /** An earlier picture, whose left-to-right order is kept where it can be. */
  readonly previous?: { readonly graph: DrawableGraph; readonly layout: Geometry };
}

interface PlacedGroup {
  readonly layout: GroupLayout;
  /** Width of the content, label included, and how far the content moves right for it. */
  readonly width: number;
  readonly shift: number;
  readonly topMargin: number;
  readonly bottomMargin: number;
  readonly sideMargin: number;
  /** Where the content's center and first row stood in an earlier picture; NaN where that is unknown. */
  readonly hintX: number;
  readonly hintRow: number;
}

/** Geometry of a graph, in CSS pixels at zoom 1, for transfer to the page. */
export function layoutGraph(graph: DrawableGraph, hints: LayoutHints = {}): Geometry {
  const tree = layoutTree(graph);
  const lifted = liftEdges(tree, graph.edges);
  const sizes = graph.nodes.map(nodeSize);
  const earlier = earlierPicture(graph, hints);
  const deepestFirst = groupsDeepestFirst(tree.depth);
  const placed: PlacedGroup[] = new Array(tree.depth.length);
  const ports: Ports = {
    outgoing: new Float64Array(tree.nodeCount),
    incoming: new Float64Array(graph.edges.length),
    exitLanes: new Map(),
    entryLanes: new Map(),
    linkLanes: new Array(graph.edges.length),
    linkGroup: new Int32Array(graph.edges.length).fill(-1),
  };
  const budget = { cells: 4000 + 6 * tree.nodeCount };
  for (const group of deepestFirst) {
    placed[group] = placeGroup(group, graph, tree, lifted[group] as GroupLinks, sizes, placed, ports, earlier, budget);
  }
  return follow(geometry(graph, tree, sizes, placed, ports, deepestFirst), earlier, graph);
}

/** Where edges cross the border of what was laid out last, relative to its content; and the lanes they got. */
interface Ports {
  /** By node. */
  readonly outgoing: Float64Array;
  /** By edge. */
  readonly incoming: Float64Array;
  /** By node, inner groups first. */
  readonly exitLanes: Map<number, { readonly group: number; readonly lane: Lane | undefined }[]>;
  /** By edge, inner groups first. */
  readonly entryLanes: Map<number, { readonly group: number; readonly lane: Lane | undefined }[]>;
  readonly linkLanes: (Lane | undefined)[];
  readonly linkGroup: Int32Array;
}

function placeGroup(
  group: number,
  graph: DrawableGraph,
  tree: LayoutTree,
  lifted: GroupLinks,
  sizes: readonly (readonly [number, number])[],
  placed: readonly PlacedGroup[],
  ports: Ports,
  earlier: EarlierPicture,
  budget: { cells: number },
): PlacedGroup {
  const { nodeCount, rank } = tree;
  const items = tree.items[group] as readonly number[];
  const local = new Map<number, number>();
  const boxes = items.map((item, i): ItemBox => {
    local.set(item, i);
    if (item < nodeCount) {
      const width = (sizes[item] as readonly [number, number])[0];
      const chip = isChip(graph.nodes[item] as DrawableNode);
      return {
        width,
        height: rowHeight,
        rows: 1,
        topMargin: 0,
        bottomMargin: 0,
        sideMargin: 0,
        isChip: chip,
        rank: item,
        hintX: earlier.x(item),
        hintRow: earlier.row(item),
      };
    }
    const inner = placed[item - nodeCount] as PlacedGroup;
    return {
      width: inner.width,
      height: inner.layout.height,
      rows: inner.layout.rows,
      topMargin: inner.topMargin,
      bottomMargin: inner.bottomMargin,
      sideMargin: inner.sideMargin,
      isChip: false,
      rank: rank[item] as number,
      hintX: inner.hintX,
      hintRow: inner.hintRow,
    };
  });
  /** From an item's center to the port where a node's value leaves it, or where an edge enters it. */
  const outOffset = (item: number, node: number) => (item < nodeCount ? 0 : portOffset(placed[item - nodeCount], ports.outgoing[node]));
  const inOffset = (item: number, edge: number) => (item < nodeCount ? 0 : portOffset(placed[item - nodeCount], ports.incoming[edge]));
  const links = triples(lifted.links).map(([from, to, edge]) => ({
    from: local.get(from) as number,
    to: local.get(to) as number,
    fromOffset: outOffset(from, (graph.edges[edge] as DrawableEdge).from),
    toOffset: inOffset(to, edge),
    argument: (graph.edges[edge] as DrawableEdge).argument,
    hint: earlier.lane(edge),
  }));
  const exits = couples(lifted.exits);
  const entries = couples(lifted.entries);
  const input = {
    items: boxes,
    links,
    exits: exits.map(([item, node]) => ({ item: local.get(item) as number, offset: outOffset(item, node), hint: Number.NaN })),
    entries: entries.map(([item, edge]) => ({
      item: local.get(item) as number,
      offset: inOffset(item, edge),
      argument: (graph.edges[edge] as DrawableEdge).argument,
      hint: earlier.lane(edge),
    })),
    budget,
  };
  const layout = group === 0 && links.length === 0 ? packTop(boxes) : layoutGroup(input);
  const width = Math.max(Math.ceil(layout.width / 2) * 2, tree.labelWidths[group] as number);
  const shift = Math.floor((width - layout.width) / 2);
  exits.forEach(([, node], i) => {
    const { item, offset } = input.exits[i] as { item: number; offset: number };
    const lane = layout.exitLanes[i];
    ports.outgoing[node] = (lane ? lane.x : (layout.centers[item] as number) + offset) + shift;
    appendTo(ports.exitLanes, node, { group, lane });
  });
  entries.forEach(([, edge], i) => {
    const { item, offset } = input.entries[i] as { item: number; offset: number };
    const lane = layout.entryLanes[i];
    ports.incoming[edge] = (lane ? lane.x : (layout.centers[item] as number) + offset) + shift;
    appendTo(ports.entryLanes, edge, { group, lane });
  });
  triples(lifted.links).forEach(([, , edge], i) => {
    ports.linkLanes[edge] = layout.linkLanes[i];
    ports.linkGroup[edge] = group;
  });
  const fromCenter = (i: number) => (layout.centers[i] as number) + shift - width / 2;
  return {
    layout,
    width,
    shift,
    topMargin: layout.topMargin + frameTop,
    bottomMargin: layout.bottomMargin + frameBottom,
    sideMargin: Math.max(0, layout.sideMargin - shift) + frameSide,
    hintX: medianOf(boxes.map((box, i) => box.hintX - fromCenter(i))),
    hintRow: medianOf(boxes.map((box, i) => box.hintRow - (layout.itemRows[i] as number))),
  };
}

/** The middle of the numbers among them; NaN where there is none. */
function medianOf(values: readonly number[]): number {
  const known = values.filter((v) => !Number.isNaN(v)).sort((a, b) => a - b);
  return known.length > 0 ? (known[known.length >> 1] as number) : Number.NaN;
}

function portOffset(inner: PlacedGroup | undefined, port: number | undefined): number {
  return inner && port !== undefined ? port - inner.width / 2 : 0;
}

function appendTo<T>(table: Map<number, T[]>, key: number, value: T): void {
  const list = table.get(key);
  if (list) list.push(value);
  else table.set(key, [value]);
}

function triples(flat: readonly number[]): [number, number, number][] {
  const out: [number, number, number][] = [];
  for (let i = 0; i < flat.length; i += 3) out.push([flat[i] as number, flat[i + 1] as number, flat[i + 2] as number]);
  return out;
}

function couples(flat: readonly number[]): [number, number][] {
  const out: [number, number][] = [];
  for (let i = 0; i < flat.length; i += 2) out.push([flat[i] as number, flat[i + 1] as number]);
  return out;
}

/** Where nodes and lanes stood before; NaN for what was not there. */
interface EarlierPicture {
  x(node: number): number;
  row(node: number): number;
  lane(edge: number): number;
}

function earlierPicture(graph: DrawableGraph, hints: LayoutHints): EarlierPicture {
  const { previous } = hints;
  const unknown = () => Number.NaN;
  if (!previous) return { x: unknown, row: unknown, lane: unknown };
  const { nodes, edgePoints, edgeOffsets } = previous.layout;
  const places = new Map<number, number>();
  previous.graph.nodes.forEach((node, i) => {
    places.set(node.id, i);
  });
  const idOf = (node: number) => graph.nodes[node]?.id ?? -1;
  const lanes = new Map<string, number>();
  previous.graph.edges.forEach((edge, e) => {
    const first = edgeOffsets[e] as number;
    if ((edgeOffsets[e + 1] as number) - first < 3) return;
    lanes.set(`${previous.graph.nodes[edge.from]?.id}>${previous.graph.nodes[edge.to]?.id}`, edgePoints[(first + 1) * 2] as number);
  });
  return {
    x(node) {
      const at = places.get(idOf(node));
      return at === undefined ? Number.NaN : (nodes[at * 4] as number) + (nodes[at * 4 + 2] as number) / 2;
    },
    row(node) {
      const at = places.get(idOf(node));
      return at === undefined ? Number.NaN : ((nodes[at * 4 + 1] as number) + (nodes[at * 4 + 3] as number) / 2) / rowPitch;
    },
    lane(edge) {
      const { from, to } = graph.edges[edge] as DrawableEdge;
      return lanes.get(`${idOf(from)}>${idOf(to)}`) ?? Number.NaN;
    },
  };
}

/** Moves a picture so that most of what stood in the earlier one stands where it stood. */
function follow(picture: Geometry, earlier: EarlierPicture, graph: DrawableGraph): Geometry {
  const { nodes, frames, edgePoints, hulls } = picture;
  const centerX = (i: number) => (nodes[i * 4] as number) + (nodes[i * 4 + 2] as number) / 2;
  const centerY = (i: number) => (nodes[i * 4 + 1] as number) + (nodes[i * 4 + 3] as number) / 2;
  const byX = medianOf(graph.nodes.map((_, i) => earlier.x(i) - centerX(i)));
  const byY = medianOf(graph.nodes.map((_, i) => earlier.row(i) * rowPitch - centerY(i)));
  if (Number.isNaN(byX) || Number.isNaN(byY)) return picture;
  const dx = Math.max(Math.round(byX), -leastMargin);
  const dy = Math.max(Math.round(byY), -leastMargin);
  const move = (list: Float32Array, stride: number) => {
    for (let i = 0; i < list.length; i += stride) {
      if (stride === 4 && list[i + 2] === 0 && list[i + 3] === 0) continue;
      list[i] = (list[i] as number) + dx;
      list[i + 1] = (list[i + 1] as number) + dy;
    }
  };
  move(nodes, 4);
  move(frames, 4);
  move(hulls, 4);
  move(edgePoints, 2);
  return { ...picture, width: picture.width + dx, height: picture.height + dy };
}

/** Around the whole picture: as much again as it may be moved to follow an earlier one. */
const margin = 48;
const leastMargin = 40;

function geometry(
  graph: DrawableGraph,
  tree: LayoutTree,
  sizes: readonly (readonly [number, number])[],
  placed: readonly PlacedGroup[],
  ports: Ports,
  deepestFirst: readonly number[],
): Geometry {
  const { nodeCount } = tree;
  const groupCount = tree.depth.length;
  const contentX = new Float64Array(groupCount);
  const contentY = new Float64Array(groupCount);
  const root = placed[0] as PlacedGroup;
  contentX[0] = margin + root.shift;
  contentY[0] = margin + root.layout.topMargin;
  const nodes = new Float32Array(nodeCount * 4);
  for (let at = deepestFirst.length - 1; at >= 0; at--) {
    const group = deepestFirst[at] as number;
    const { layout } = placed[group] as PlacedGroup;
    (tree.items[group] as readonly number[]).forEach((item, i) => {
      const center = (contentX[group] as number) + (layout.centers[i] as number);
      const top = (contentY[group] as number) + (layout.tops[i] as number);
      if (item < nodeCount) {
        const [width, height] = sizes[item] as readonly [number, number];
        nodes.set([Math.round(center - width / 2), Math.round(top + (rowHeight - height) / 2), width, height], item * 4);
      } else {
        const inner = item - nodeCount;
        const box = placed[inner] as PlacedGroup;
        contentX[inner] = Math.round(center - box.width / 2) + box.shift;
        contentY[inner] = top;
      }
    });
  }
  const rectangleOf = (group: number): readonly [number, number, number, number] => {
    const box = placed[group] as PlacedGroup;
    const x = (contentX[group] as number) - box.shift - box.sideMargin;
    const y = (contentY[group] as number) - box.topMargin;
    return [x, y, box.width + 2 * box.sideMargin, box.layout.height + box.topMargin + box.bottomMargin];
  };
  const frames = new Float32Array(graph.frames.length * 4);
  const soleNode = new Map<number, number>();
  graph.nodes.forEach((node, i) => {
    if (node.frame >= 0 && graph.frames[node.frame]?.isCollapsed) soleNode.set(node.frame, i);
  });
  graph.frames.forEach((_, f) => {
    const group = tree.groupOfFrame[f] as number;
    const sole = soleNode.get(f);
    if (group > 0) frames.set(rectangleOf(group), f * 4);
    else if (sole !== undefined) frames.set(nodes.subarray(sole * 4, sole * 4 + 4), f * 4);
  });
  const { hulls, hullOffsets } = outlineRegions(graph, tree, nodes, frames, rectangleOf);
  const { edgePoints, edgeOffsets } = routeEdges(graph, tree, nodes, ports, placed, contentX, contentY);
  return {
    width: root.width + 2 * margin,
    height: root.layout.height + root.layout.topMargin + root.layout.bottomMargin + 2 * margin,
    nodes,
    frames,
    edgePoints,
    edgeOffsets,
    hulls,
    hullOffsets,
  };
}

function outlineRegions(
  graph: DrawableGraph,
  tree: LayoutTree,
  nodes: Float32Array,
  frames: Float32Array,
  rectangleOf: (group: number) => readonly [number, number, number, number],
) {
  const rectangles: number[][] = graph.regions.map(() => []);
  /** Groups and frames that outline a region; what stands in them needs no rectangle of its own. */
  const outlines = new Set<number>();
  tree.regionOfGroup.forEach((region, group) => {
    if (region < 0) return;
    rectangles[region]?.push(...rectangleOf(group));
    outlines.add(group);
  });
  graph.frames.forEach((frame, f) => {
    const parentRegion = frame.parent >= 0 ? graph.frames[frame.parent]?.region : -1;
    if (frame.region < 0 || frame.region === parentRegion) return;
    const group = tree.groupOfFrame[f] as number;
    const outer = group > 0 ? (tree.groupOf[tree.nodeCount + group] as number) : -1;
    if (outer > 0 && tree.regionOfGroup[outer] === frame.region) return;
    rectangles[frame.region]?.push(...frames.subarray(f * 4, f * 4 + 4));
    if (group > 0) outlines.add(group);
  });
  // Nodes whose region got no box around them (it would have closed a cycle) are outlined one by one.
  graph.nodes.forEach((node, i) => {
    const region = graph.regions[node.region];
    if (!region || region.color < 0) return;
    for (let group = tree.groupOf[i] as number; group > 0; group = tree.groupOf[tree.nodeCount + group] as number) {
      if (outlines.has(group)) return;
    }
    if (node.frame >= 0 && graph.frames[node.frame]?.isCollapsed) return;
    const [x, y, w, h] = nodes.subarray(i * 4, i * 4 + 4) as unknown as [number, number, number, number];
    rectangles[node.region]?.push(x - frameSide, y - frameTop, w + 2 * frameSide, h + frameTop + frameBottom);
  });
  const hullOffsets = new Uint32Array(rectangles.length + 1);
  rectangles.forEach((list, i) => {
    hullOffsets[i + 1] = (hullOffsets[i] as number) + list.length / 4;
  });
  return { hulls: Float32Array.from(rectangles.flat()), hullOffsets };
}

function routeEdges(
  graph: DrawableGraph,
  tree: LayoutTree,
  nodes: Float32Array,
  ports: Ports,
  placed: readonly PlacedGroup[],
  contentX: Float64Array,
  contentY: Float64Array,
) {
  const routes: number[][] = graph.edges.map((edge, e) => {
    const points: number[] = [];
    const pass = (lane: Lane | undefined, group: number) => {
      if (!lane) return;
      const x = (contentX[group] as number) + lane.x;
      points.push(x, (contentY[group] as number) + lane.top - 4, x, (contentY[group] as number) + lane.bottom + 4);
    };
    const meeting = ports.linkGroup[e] as number;
    const depth = meeting >= 0 ? (tree.depth[meeting] as number) : 0;
    for (const { group, lane } of ports.exitLanes.get(edge.from) ?? []) {
      if ((tree.depth[group] as number) <= depth) break;
      pass(lane, group);
    }
    if (meeting >= 0) pass(ports.linkLanes[e], meeting);
    for (const { group, lane } of (ports.entryLanes.get(e) ?? []).toReversed()) pass(lane, group);
    return points;
  });
  void placed;
  attachEnds(graph, nodes, routes);
  const edgeOffsets = new Uint32Array(routes.length + 1);
  routes.forEach((points, e) => {
    edgeOffsets[e + 1] = (edgeOffsets[e] as number) + points.length / 2;
  });
  const edgePoints = new Float32Array((edgeOffsets[routes.length] as number) * 2);
  routes.forEach((points, e) => {
    edgePoints.set(points, (edgeOffsets[e] as number) * 2);
  });
  return { edgePoints, edgeOffsets };
}

/** Least distance between two edges' ends on one side of a box, and of an end from the box's corner. */
const endGap = 10;
const cornerGap = 10;

/** Adds the first and last points: from the middle of the producer's lower side to the consumer's upper side, straight down where there is room. */
function attachEnds(graph: DrawableGraph, nodes: Float32Array, routes: number[][]): void {
  const center = (node: number) => (nodes[node * 4] as number) + (nodes[node * 4 + 2] as number) / 2;
  const arriving: (number[] | undefined)[] = new Array(graph.nodes.length);
  graph.edges.forEach((edge, e) => {
    const points = routes[e] as number[];
    points.unshift(center(edge.from), (nodes[edge.from * 4 + 1] as number) + (nodes[edge.from * 4 + 3] as number));
    const list = arriving[edge.to];
    if (list) list.push(e);
    else arriving[edge.to] = [e];
  });
  arriving.forEach((list, node) => {
    if (!list) return;
    const left = (nodes[node * 4] as number) + cornerGap;
    const right = (nodes[node * 4] as number) + (nodes[node * 4 + 2] as number) - cornerGap;
    const y = nodes[node * 4 + 1] as number;
    const comesFrom = (e: number) => (routes[e] as number[]).at(-2) as number;
    const sorted = list.toSorted(
      (a, b) => comesFrom(a) - comesFrom(b) || (graph.edges[a] as DrawableEdge).argument - (graph.edges[b] as DrawableEdge).argument,
    );
    const gap = Math.min(endGap, sorted.length > 1 ? Math.max(0, (right - left) / (sorted.length - 1)) : 0);
    const ends = sorted.map((e) => Math.min(right, Math.max(left, comesFrom(e))));
    for (let i = 1; i < ends.length; i++) ends[i] = Math.max(ends[i] as number, (ends[i - 1] as number) + gap);
    let limit = right;
    for (let i = ends.length - 1; i >= 0; i--) {
      ends[i] = Math.min(ends[i] as number, limit);
      limit = (ends[i] as number) - gap;
    }
    sorted.forEach((e, i) => {
      (routes[e] as number[]).push(ends[i] as number, y);
    });
  });
}
