/**
 * The compiler regions of a function: which nodes stand between matching annotations, with each region's inputs and outputs.
 * Follows src/relay/analysis/annotated_region_set.cc, where a look-up scans all regions. Here nodes know their region (a union-find over
 * regions), and the lists of inputs and outputs are rings, so that a merge joins them in constant time.
 *
 * Where annotations do not pair, the reference stops: passes throw what `onFault` is told. Pictures and questions hear of nothing and get what
 * is left: an end outside of every region ends none, a region keeps the target of its first begin, arguments outside of every region do not join.
 */
import { type Expr, postOrderOfInner } from "@relayscope/ir";
import { type Annotation, annotated, isBegin, isEnd, targetOf } from "./annotations.ts";

/** Where annotations do not pair. */
export type RegionFault =
  /** A `compiler_end` behind a node that is in no region. */
  | { readonly kind: "end-without-region"; readonly node: Annotation; readonly target: string }
  /** A `compiler_end` that names another target than its region. */
  | { readonly kind: "end-of-other-target"; readonly node: Annotation; readonly target: string; readonly regionTarget: string }
  /** A node with one argument in a region and another outside of all. */
  | { readonly kind: "inconsistent-arguments"; readonly node: Expr };

/** A region as long as it is not merged into another one. */
export interface Region {
  /** One is spent per `compiler_begin`, in visiting order; a merged region keeps the id of the region it was merged into. */
  readonly id: number;
  readonly target: string;
  /** The function it stands in. */
  readonly functionName: string;
}

/** A place in a ring; a ring's head has no item. */
class Cell {
  previous: Cell = this;
  next: Cell = this;

  constructor(readonly item: Annotation | undefined) {}
}

/** What a union-find root knows of its region. */
interface Contents extends Region {
  readonly inputs: Cell;
  readonly outputs: Cell;
  /** Annotations, of whatever region, that take in what this one makes. */
  readonly consumers: Cell;
  /** Whether an input may take in what the region itself makes: merging drops such inputs only when the maker is merged into the taker. */
  takesItsOwn: boolean;
}

export class AnnotatedRegionSet {
  private readonly slotOf = new Map<Expr, number>();
  private readonly parents: number[] = [];
  private readonly sizes: number[] = [];
  private readonly contents: (Contents | undefined)[] = [];
  /** By id spent. */
  private readonly inputCells: Cell[] = [];
  private readonly outputCells = new Map<Expr, Cell>();

  /** The regions of everything reachable from `root`. `onFault` is told where annotations do not pair, and may throw. */
  constructor(
    root: Expr,
    private readonly functionName: string,
    private readonly onFault: (fault: RegionFault) => void = () => {},
  ) {
    postOrderOfInner(
      root,
      (expr) => this.leave(expr),
      (expr) => this.enter(expr),
    );
  }

  /** The region a node stands in; undefined for one outside of all. */
  regionOf(expr: Expr): Region | undefined {
    return this.contentsOf(expr);
  }

  /** The id that a `compiler_begin` spent: its region's own, or one that was lost when its region was merged. */
  idSpentBy(begin: Annotation): number | undefined {
    return this.slotOf.get(begin);
  }

  /** How many region ids were spent. */
  get size(): number {
    return this.parents.length;
  }

  /** The `compiler_begin`s through which a region takes its inputs, in the order of its parameters. */
  inputsOf(region: Region): Annotation[] {
    return itemsOf((this.contents[this.root(region.id)] as Contents).inputs);
  }

  /** The `compiler_end`s through which a region hands out its results, in their order. */
  outputsOf(region: Region): Annotation[] {
    return itemsOf((this.contents[this.root(region.id)] as Contents).outputs);
  }

  /** Merges `source` into `into`: inputs and outputs of `source` come last, and what the one hands the other is neither any more. */
  merge(source: Region, into: Region): void {
    const sourceRoot = this.root(source.id);
    const intoRoot = this.root(into.id);
    if (sourceRoot === intoRoot) return;
    const from = this.contents[sourceRoot] as Contents;
    const to = this.contents[intoRoot] as Contents;
    const handedOver = this.handedBetween(from, to);
    if (from.takesItsOwn) handedOver.push(...itemsOf(from.consumers).filter((begin) => this.contentsOf(begin) === from));
    if (this.handedBetween(to, from).length > 0) to.takesItsOwn = true;
    splice(to.inputs, from.inputs);
    splice(to.outputs, from.outputs);
    const root = this.union(intoRoot, sourceRoot);
    this.contents[sourceRoot] = undefined;
    this.contents[intoRoot] = undefined;
    this.contents[root] = to;
    for (const begin of handedOver) {
      const input = this.inputCells[this.idSpentBy(begin) ?? -1];
      if (input) unlink(input);
      const output = this.outputCells.get(annotated(begin));
      if (output) unlink(output);
    }
    splice(to.consumers, from.consumers);
  }

  /** Branches, lets and references look at their parts before these are visited, as in the reference, so that they are seldom in a region. */
  private enter(expr: Expr): boolean {
    switch (expr.kind) {
      case "Let":
        this.joinArguments(expr, [expr.variable, expr.value, expr.body]);
        break;
      case "If":
        this.joinArguments(expr, [expr.condition, expr.thenBranch, expr.elseBranch]);
        break;
      case "RefCreate":
        this.joinArguments(expr, [expr.value]);
        break;
      case "RefRead":
      case "RefWrite":
        this.joinArguments(expr, [expr.ref]);
        break;
      default:
    }
    return true;
  }

  private leave(expr: Expr): void {
    if (isBegin(expr)) this.open(expr);
    else if (isEnd(expr)) this.close(expr);
    else if (expr.kind === "Call") this.joinArguments(expr, expr.args);
    else if (expr.kind === "Tuple") this.joinArguments(expr, expr.fields);
    else if (expr.kind === "TupleGetItem") this.joinArguments(expr, [expr.tuple]);
  }

  private open(begin: Annotation): void {
    const id = this.parents.length;
    const made: Contents = {
      id,
      target: targetOf(begin),
      functionName: this.functionName,
      inputs: new Cell(undefined),
      outputs: new Cell(undefined),
      consumers: new Cell(undefined),
      takesItsOwn: false,
    };
    this.parents.push(id);
    this.sizes.push(1);
    this.contents.push(made);
    this.slotOf.set(begin, id);
    this.inputCells.push(append(made.inputs, begin));
    const producer = this.contentsOf(annotated(begin));
    if (producer) append(producer.consumers, begin);
  }

  private close(end: Annotation): void {
    const region = this.contentsOf(annotated(end));
    const target = targetOf(end);
    if (!region) {
      this.onFault({ kind: "end-without-region", node: end, target });
      return;
    }
    if (region.target !== target) this.onFault({ kind: "end-of-other-target", node: end, target, regionTarget: region.target });
    this.slotOf.set(end, region.id);
    this.outputCells.set(end, append(region.outputs, end));
  }

  /** Merges the open regions of a node's arguments into the first one, and puts the node there. Regions that end before it are closed to it. */
  private joinArguments(expr: Expr, args: readonly Expr[]): void {
    let region: Contents | undefined;
    for (const arg of args) {
      if (!isEnd(arg)) region = this.contentsOf(arg);
      if (region) break;
    }
    if (!region) return;
    for (const arg of args) {
      if (isEnd(arg)) continue;
      const other = this.contentsOf(arg);
      if (!other) this.onFault({ kind: "inconsistent-arguments", node: expr });
      else if (other !== region) this.merge(other, region);
    }
    const own = this.contentsOf(expr);
    if (own) this.merge(own, region);
    else this.slotOf.set(expr, region.id);
  }

  /** The inputs of `taker` that `maker` makes. Looks through the shorter of the two lists they stand in. */
  private handedBetween(maker: Contents, taker: Contents): Annotation[] {
    let [input, consumer] = [taker.inputs.next, maker.consumers.next];
    while (input.item && consumer.item) {
      input = input.next;
      consumer = consumer.next;
    }
    return input.item
      ? itemsOf(maker.consumers).filter((begin) => this.contentsOf(begin) === taker)
      : itemsOf(taker.inputs).filter((begin) => this.contentsOf(annotated(begin)) === maker);
  }

  private contentsOf(expr: Expr): Contents | undefined {
    const slot = this.slotOf.get(expr);
    return slot === undefined ? undefined : this.contents[this.root(slot)];
  }

  private root(slot: number): number {
    const { parents } = this;
    let at = slot;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at] as number] as number;
      at = parents[at] as number;
    }
    return at;
  }

  private union(a: number, b: number): number {
    const [large, small] = (this.sizes[a] as number) >= (this.sizes[b] as number) ? [a, b] : [b, a];
    this.parents[small] = large;
    this.sizes[large] = (this.sizes[large] as number) + (this.sizes[small] as number);
    return large;
  }
}

function append(head: Cell, item: Annotation): Cell {
  const cell = new Cell(item);
  cell.previous = head.previous;
  cell.next = head;
  head.previous.next = cell;
  head.previous = cell;
  return cell;
}

function unlink(cell: Cell): void {
  cell.previous.next = cell.next;
  cell.next.previous = cell.previous;
  cell.previous = cell;
  cell.next = cell;
}

/** Moves all of one ring to the end of another. */
function splice(into: Cell, from: Cell): void {
  if (from.next === from) return;
  const [first, last] = [from.next, from.previous];
  into.previous.next = first;
  first.previous = into.previous;
  last.next = into;
  into.previous = last;
  from.next = from;
  from.previous = from;
}

function itemsOf(head: Cell): Annotation[] {
  const items: Annotation[] = [];
  for (let cell = head.next; cell.item; cell = cell.next) items.push(cell.item);
  return items;
}
