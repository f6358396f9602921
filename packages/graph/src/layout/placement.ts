/**
 * Lays out groups one by one, the innermost first, so that the sizes of inner groups and the places where edges cross
 * their boundaries are known to outer ones.
 */
import { at, pushTo } from "@relayscope/ir";
import type { DrawableGraph } from "../drawable.ts";
import { isMap } from "../isMap.ts";
import { type EarlierPicture, medianOf } from "./earlier.ts";
import { type GroupLayout, type Lane, layoutGroup } from "./group.ts";
import type { GroupInput, ItemBox } from "./groupInput.ts";
import type { Lettering } from "./lettering.ts";
import { type GroupLinks, liftEdges } from "./lift.ts";
import { isGathered } from "./nets.ts";
import { packTop } from "./packTop.ts";
import { frameBottom, frameSide, isChip, nodeSize, type RowMetrics, rowMetricsOf } from "./sizes.ts";
import { groupsDeepestFirst, type LayoutTree, layoutTree } from "./tree.ts";

export interface PlacedGroup {
  readonly layout: GroupLayout;
  /** Width of the content, label included, and how far the content moves right for it. */
  readonly width: number;
  readonly shift: number;
  readonly topMargin: number;
  readonly bottomMargin: number;
  readonly sideMargin: number;
  /** The content's center and first row in an earlier picture; NaN if unknown. */
  readonly hintX: number;
  readonly hintRow: number;
}

interface GroupLane {
  readonly group: number;
  readonly lane: Lane | undefined;
}

/** All groups of a graph, placed within each other. */
export class Placement {
  readonly tree: LayoutTree;
  /** Width and height by node. */
  readonly sizes: readonly (readonly [number, number])[];
  readonly placed: PlacedGroup[];
  readonly deepestFirst: readonly number[];
  /** By edge: its lanes in the innermost group around both ends, and that group; -1 if one node contains both ends. */
  readonly linkLanes: (readonly Lane[])[];
  readonly linkGroup: Int32Array;
  /** By node: its lanes as it leaves groups, inner groups first. */
  readonly exitLanes = new Map<number, GroupLane[]>();
  /** By edge: its lanes as it enters groups, inner groups first. */
  readonly entryLanes = new Map<number, GroupLane[]>();
  /** By item: its place among those of its group. */
  readonly places: Int32Array;
  /** Where a node's value, and where an edge, crosses the boundary of the latest group, relative to its content. */
  private readonly outgoing: Float64Array;
  private readonly incoming: Float64Array;
  private readonly budget: GroupInput["budget"];
  /** Whether it contains cards: rows are then closer together. */
  readonly isMap: boolean;
  private readonly rowMetrics: RowMetrics;
  private readonly widest: number;

  constructor(
    readonly graph: DrawableGraph,
    private readonly earlier: EarlierPicture,
    { widest = Number.POSITIVE_INFINITY, lettering }: { readonly widest?: number; readonly lettering?: Lettering },
  ) {
    this.widest = widest;
    this.tree = layoutTree(graph);
    this.sizes = graph.nodes.map((node) => nodeSize(node, lettering));
    this.isMap = isMap(graph);
    this.rowMetrics = rowMetricsOf(this.isMap);
    this.outgoing = new Float64Array(this.tree.nodeCount);
    this.incoming = new Float64Array(graph.edges.length);
    this.linkLanes = new Array(graph.edges.length).fill([]);
    this.linkGroup = new Int32Array(graph.edges.length).fill(-1);
    this.budget = { cells: 4000 + 6 * this.tree.nodeCount, shared: 1_000_000 + 100 * this.tree.nodeCount };
    this.places = new Int32Array(this.tree.groupOf.length);
    this.placed = new Array(this.tree.depth.length);
    this.deepestFirst = groupsDeepestFirst(this.tree.depth);
    const lifted = liftEdges(this.tree, graph.edges);
    for (const group of this.deepestFirst) this.placed[group] = this.place(group, at(lifted, group));
  }

  private place(group: number, lifted: GroupLinks): PlacedGroup {
    const { graph, tree, earlier } = this;
    const local = new Map<number, number>();
    const boxes = at(tree.items, group).map((item, i) => {
      local.set(item, i);
      this.places[item] = i;
      return this.boxOf(item);
    });
    const localOf = (item: number) => local.get(item) ?? 0;
    const argumentOf = (edge: number) => at(graph.edges, edge).argument;
    const linkList = triples(lifted.links);
    const links = linkList.map(([from, to, edge]) => ({
      from: localOf(from),
      to: localOf(to),
      fromOffset: this.outOffset(from, at(graph.edges, edge).from),
      toOffset: this.inOffset(to, edge),
      argument: argumentOf(edge),
      hint: earlier.lane(edge),
      isGathered: isGathered(graph, edge),
    }));
    const exitList = couples(lifted.exits);
    const entryList = couples(lifted.entries);
    const exits = exitList.map(([item, node]) => ({ item: localOf(item), offset: this.outOffset(item, node), hint: Number.NaN }));
    const entries = entryList.map(([item, edge]) => ({
      item: localOf(item),
      offset: this.inOffset(item, edge),
      argument: argumentOf(edge),
      hint: earlier.lane(edge),
    }));
    const layout =
      group === 0 && links.length === 0
        ? packTop(boxes, this.isMap)
        : layoutGroup({ items: boxes, links, exits, entries, budget: this.budget, rowMetrics: this.rowMetrics, widest: this.widest });
    const width = Math.max(Math.ceil(layout.width / 2) * 2, at(tree.labelWidths, group));
    const shift = Math.floor((width - layout.width) / 2);
    const portOf = (lane: Lane | undefined, end: { readonly item: number; readonly offset: number }) =>
      (lane ? lane.x : at(layout.centers, end.item) + end.offset) + shift;
    exitList.forEach(([, node], i) => {
      const lane = layout.exitLanes[i];
      this.outgoing[node] = portOf(lane, at(exits, i));
      appendTo(this.exitLanes, node, { group, lane });
    });
    entryList.forEach(([, edge], i) => {
      const lane = layout.entryLanes[i];
      this.incoming[edge] = portOf(lane, at(entries, i));
      appendTo(this.entryLanes, edge, { group, lane });
    });
    linkList.forEach(([, , edge], i) => {
      this.linkLanes[edge] = at(layout.linkLanes, i);
      this.linkGroup[edge] = group;
    });
    const fromCenter = (i: number) => at(layout.centers, i) + shift - width / 2;
    return {
      layout,
      width,
      shift,
      topMargin: layout.topMargin + this.rowMetrics.frameTop,
      bottomMargin: layout.bottomMargin + frameBottom,
      sideMargin: Math.max(0, layout.sideMargin - shift) + frameSide,
      hintX: medianOf(boxes.map((box, i) => box.hintX - fromCenter(i))),
      hintRow: medianOf(boxes.map((box, i) => box.hintRow - at(layout.itemRows, i))),
    };
  }

  private boxOf(item: number): ItemBox {
    const { tree, earlier } = this;
    if (item < tree.nodeCount) {
      const [width, height] = at(this.sizes, item);
      return {
        width,
        height,
        rows: 1,
        topMargin: 0,
        bottomMargin: 0,
        sideMargin: 0,
        isChip: isChip(at(this.graph.nodes, item)),
        rank: item,
        hintX: earlier.x(item),
        hintRow: earlier.row(item),
      };
    }
    const { layout, width, topMargin, bottomMargin, sideMargin, hintX, hintRow } = at(this.placed, item - tree.nodeCount);
    const { height, rows } = layout;
    return { width, height, rows, topMargin, bottomMargin, sideMargin, isChip: false, rank: at(tree.rank, item), hintX, hintRow };
  }

  /** From an item's center to the port of a node's value. */
  private outOffset(item: number, node: number): number {
    return this.portOffset(item, at(this.outgoing, node));
  }

  /** From an item's center to the port where an edge enters it. */
  private inOffset(item: number, edge: number): number {
    return this.portOffset(item, at(this.incoming, edge));
  }

  private portOffset(item: number, port: number): number {
    const { nodeCount } = this.tree;
    return item < nodeCount ? 0 : port - at(this.placed, item - nodeCount).width / 2;
  }
}

function appendTo<T>(table: Map<number, T[]>, key: number, value: T): void {
  pushTo(table, key, value);
}

function triples(flat: readonly number[]): [number, number, number][] {
  const out: [number, number, number][] = [];
  for (let i = 0; i < flat.length; i += 3) out.push([at(flat, i), at(flat, i + 1), at(flat, i + 2)]);
  return out;
}

function couples(flat: readonly number[]): [number, number][] {
  const out: [number, number][] = [];
  for (let i = 0; i < flat.length; i += 2) out.push([at(flat, i), at(flat, i + 1)]);
  return out;
}
