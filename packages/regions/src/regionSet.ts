/**
 * The compiler regions of a function: which nodes are between matching annotations, with each region's inputs and
 * outputs. Follows src/relay/analysis/annotated_region_set.cc, where a look-up scans all regions. Here nodes know their
 * region (a union-find over regions), and the lists of inputs and outputs are rings, so that a merge joins them in
 * constant time. Everything is kept by number.
 *
 * The reference stops if annotations do not pair: passes throw what `onFault` receives. Pictures and questions ignore
 * faults and work with the rest: an end outside of every region ends none, a region keeps the target of its first
 * begin, and arguments outside of every region do not join.
 */
import { type Expr, NumberedNodes, type NumberedVisitor, present } from "@relayscope/ir";
import { type Annotation, isBegin, isEnd, targetOf } from "./annotations.ts";
import { Rings } from "./rings.ts";

/** Where annotations do not pair. */
export type RegionFault =
  /** A `compiler_end` after a node that is in no region. */
  | { readonly kind: "end-without-region"; readonly node: Annotation; readonly target: string }
  /** A `compiler_end` that names another target than its region. */
  | { readonly kind: "end-of-other-target"; readonly node: Annotation; readonly target: string; readonly regionTarget: string }
  /** A node with one argument in a region and another outside of all. */
  | { readonly kind: "inconsistent-arguments"; readonly node: Expr };

/** A region that is not merged into another one. */
export interface Region {
  /**
   * One is spent per `compiler_begin`, in visiting order; a merged region keeps the id of the region it was merged
   * into.
   */
  readonly id: number;
  readonly target: string;
  /** The function it is used instead. */
  readonly functionName: string;
}

/** The data of a union-find root: lists of the numbers of annotations. */
interface Contents extends Region {
  readonly inputs: number;
  readonly outputs: number;
  /** Annotations, of any region, that use the outputs of this one. */
  readonly consumers: number;
  /**
   * Whether an input may use an output of the region itself: merging drops such inputs only when the producer is merged
   * into the consumer.
   */
  takesItsOwn: boolean;
}

const plain = 0;
const begins = 1;
const ends = 2;

export class AnnotatedRegionSet implements NumberedVisitor {
  /** All that is reached from the root, by number. */
  readonly numbered = new NumberedNodes();
  private readonly rings = new Rings();
  /**
   * By node: which annotation it is; the id that a `compiler_begin` used up, else an id of its region, or -1; the cell
   * of an annotation in its region's list.
   */
  private readonly roles: (typeof plain | typeof begins | typeof ends)[] = [];
  private readonly slots: number[] = [];
  private readonly cells: number[] = [];
  /** By id spent. */
  private readonly parents: number[] = [];
  private readonly sizes: number[] = [];
  private readonly contents: (Contents | undefined)[] = [];

  /** The regions of everything reachable from `root`. `onFault` is called if annotations do not pair, and may throw. */
  constructor(
    root: Expr,
    private readonly functionName: string,
    private readonly onFault: (fault: RegionFault) => void = () => {},
  ) {
    this.numbered.visit(root, this);
  }

  /** The region a node is in; undefined for one outside of all. */
  regionOf(expr: Expr): Region | undefined {
    return this.contentsAt(this.numbered.numberOf(expr));
  }

  /** The region of the node with a number; undefined for one outside of all. */
  regionAt(node: number): Region | undefined {
    return this.contentsAt(node);
  }

  /** Whether the node with a number is a `compiler_begin`. */
  isBeginAt(node: number): boolean {
    return this.roles[node] === begins;
  }

  /** Whether the node with a number is a `compiler_end`. */
  isEndAt(node: number): boolean {
    return this.roles[node] === ends;
  }

  /** The id that a `compiler_begin` spent: its region's own, or one that was lost when its region was merged. */
  idSpentBy(begin: Annotation): number | undefined {
    return this.slots[this.numbered.numberOf(begin)];
  }

  /** How many region ids were spent. */
  get size(): number {
    return this.parents.length;
  }

  /** The `compiler_begin`s through which a region takes its inputs, in the order of its parameters. */
  inputsOf(region: Region): Annotation[] {
    return this.inputsAt(region).map((begin) => this.numbered.nodes[begin] as Annotation);
  }

  /** The same by number. */
  inputsAt(region: Region): number[] {
    return this.rings.itemsOf(present(this.contents[this.root(region.id)]).inputs);
  }

  /** The `compiler_end`s through which a region hands out its results, in their order. */
  outputsOf(region: Region): Annotation[] {
    const { outputs } = present(this.contents[this.root(region.id)]);
    return this.rings.itemsOf(outputs).map((end) => this.numbered.nodes[end] as Annotation);
  }

  /**
   * Merges `source` into `into`. Inputs and outputs of `source` come last; values passed between the two are no longer
   * inputs or outputs.
   */
  merge(source: Region, into: Region): void {
    const sourceRoot = this.root(source.id);
    const intoRoot = this.root(into.id);
    if (sourceRoot === intoRoot) return;
    const { rings, numbered } = this;
    const from = present(this.contents[sourceRoot]);
    const to = present(this.contents[intoRoot]);
    const handedOver = this.handedBetween(from, to);
    if (from.takesItsOwn) handedOver.push(...rings.itemsOf(from.consumers).filter((begin) => this.contentsAt(begin) === from));
    if (this.handedBetween(to, from).length > 0) to.takesItsOwn = true;
    rings.join(to.inputs, from.inputs);
    rings.join(to.outputs, from.outputs);
    const root = this.union(intoRoot, sourceRoot);
    this.contents[sourceRoot] = undefined;
    this.contents[intoRoot] = undefined;
    this.contents[root] = to;
    for (const begin of handedOver) {
      rings.remove(present(this.cells[begin]));
      const end = this.cells[numbered.firstArgument(begin)] ?? -1;
      if (end >= 0) rings.remove(end);
    }
    rings.join(to.consumers, from.consumers);
  }

  /**
   * Branches, lets and references look at their parts before these are visited, as in the reference, so that they are
   * seldom in a region.
   */
  enter(node: number): void {
    const expr = present(this.numbered.nodes[node]);
    this.roles.push(isBegin(expr) ? begins : isEnd(expr) ? ends : plain);
    this.slots.push(-1);
    this.cells.push(-1);
    switch (expr.kind) {
      case "Let":
        this.joinParts(node, expr.variable, expr.value, expr.body);
        break;
      case "If":
        this.joinParts(node, expr.condition, expr.thenBranch, expr.elseBranch);
        break;
      case "RefCreate":
        this.joinParts(node, expr.value);
        break;
      case "RefRead":
      case "RefWrite":
        this.joinParts(node, expr.ref);
        break;
      default:
    }
  }

  private joinParts(node: number, ...parts: readonly Expr[]): void {
    const numbers = parts.map((part) => this.numbered.numberOf(part));
    this.joinArguments(node, numbers, 0, numbers.length);
  }

  /** Opens and closes regions, and joins those of arguments, when a node's children are done. */
  leave(node: number): void {
    const { edges, firstEdge, nodes } = this.numbered;
    if (this.isBeginAt(node)) this.open(node);
    else if (this.isEndAt(node)) this.close(node);
    else {
      const { kind } = present(nodes[node]);
      const first = present(firstEdge[node]);
      if (kind === "Call") this.joinArguments(node, edges, first + 1, this.numbered.edgesEnd(node));
      else if (kind === "Tuple" || kind === "TupleGetItem") this.joinArguments(node, edges, first, this.numbered.edgesEnd(node));
    }
  }

  private open(begin: number): void {
    const { rings } = this;
    const id = this.parents.length;
    const made: Contents = {
      id,
      target: targetOf(this.numbered.nodes[begin] as Annotation),
      functionName: this.functionName,
      inputs: rings.list(),
      outputs: rings.list(),
      consumers: rings.list(),
      takesItsOwn: false,
    };
    this.parents.push(id);
    this.sizes.push(1);
    this.contents.push(made);
    this.slots[begin] = id;
    this.cells[begin] = rings.append(made.inputs, begin);
    const producer = this.contentsAt(this.numbered.firstArgument(begin));
    if (producer) rings.append(producer.consumers, begin);
  }

  private close(end: number): void {
    const node = this.numbered.nodes[end] as Annotation;
    const region = this.contentsAt(this.numbered.firstArgument(end));
    const target = targetOf(node);
    if (!region) {
      this.onFault({ kind: "end-without-region", node, target });
      return;
    }
    if (region.target !== target) this.onFault({ kind: "end-of-other-target", node, target, regionTarget: region.target });
    this.slots[end] = region.id;
    this.cells[end] = this.rings.append(region.outputs, end);
  }

  /**
   * Merges the open regions of a node's arguments, whose numbers are in `args`, into the first one, and puts the node
   * there. Regions that end before it are closed to it.
   */
  private joinArguments(node: number, args: readonly number[], first: number, end: number): void {
    let region: Contents | undefined;
    for (let i = first; i < end && !region; i++) {
      const arg = present(args[i]);
      if (!this.isEndAt(arg)) region = this.contentsAt(arg);
    }
    if (!region) return;
    for (let i = first; i < end; i++) {
      const arg = present(args[i]);
      if (this.isEndAt(arg)) continue;
      const other = this.contentsAt(arg);
      if (!other) this.onFault({ kind: "inconsistent-arguments", node: present(this.numbered.nodes[node]) });
      else if (other !== region) this.merge(other, region);
    }
    const own = this.contentsAt(node);
    if (own) this.merge(own, region);
    else this.slots[node] = region.id;
  }

  /** The inputs of `taker` that `maker` makes. Looks through the shorter of the two lists they are in. */
  private handedBetween(maker: Contents, taker: Contents): number[] {
    const { rings, numbered } = this;
    return rings.isShorter(taker.inputs, maker.consumers)
      ? rings.itemsOf(taker.inputs).filter((begin) => this.contentsAt(numbered.firstArgument(begin)) === maker)
      : rings.itemsOf(maker.consumers).filter((begin) => this.contentsAt(begin) === taker);
  }

  private contentsAt(node: number): Contents | undefined {
    const slot = this.slots[node] ?? -1;
    return slot < 0 ? undefined : this.contents[this.root(slot)];
  }

  private root(slot: number): number {
    const { parents } = this;
    let at = slot;
    while (parents[at] !== at) {
      parents[at] = present(parents[present(parents[at])]);
      at = present(parents[at]);
    }
    return at;
  }

  private union(a: number, b: number): number {
    const [large, small] = present(this.sizes[a]) >= present(this.sizes[b]) ? [a, b] : [b, a];
    this.parents[small] = large;
    this.sizes[large] = present(this.sizes[large]) + present(this.sizes[small]);
    return large;
  }
}
