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

interface Cell {
  readonly item: Annotation | undefined;
  previous: Cell;
  next: Cell;
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
  private readonly inputCells = new Map<Expr, Cell>();
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
    const isOf = (contents: Contents) => (expr: Expr) => this.contentsOf(expr) === contents;
    const [isFrom, isTo] = [isOf(from), isOf(to)];
    const handedOver = handedBetween(from, to, isFrom, isTo);
    if (from.takesItsOwn) handedOver.push(...itemsOf(from.consumers).filter(isFrom));
    if (handedBetween(to, from, isTo, isFrom).length > 0) to.takesItsOwn = true;
    splice(to.inputs, from.inputs);
    splice(to.outputs, from.outputs);
    const root = this.union(intoRoot, sourceRoot);
    this.contents[sourceRoot] = undefined;
    this.contents[intoRoot] = undefined;
    this.contents[root] = to;
    for (const begin of handedOver) {
      const input = this.inputCells.get(begin);
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
      inputs: ring(),
      outputs: ring(),
      consumers: ring(),
      takesItsOwn: false,
    };
    this.parents.push(id);
    this.sizes.push(1);
    this.contents.push(made);
    this.slotOf.set(begin, id);
    this.inputCells.set(begin, append(made.inputs, begin));
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
    const open = args.filter((arg) => !isEnd(arg));
    let region: Contents | undefined;
    for (const arg of open) {
      region = this.contentsOf(arg);
      if (region) break;
    }
    if (!region) return;
    for (const arg of open) {
      const other = this.contentsOf(arg);
      if (!other) this.onFault({ kind: "inconsistent-arguments", node: expr });
      else if (other !== region) this.merge(other, region);
    }
    const own = this.contentsOf(expr);
    if (own) this.merge(own, region);
    else this.slotOf.set(expr, region.id);
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

/** The inputs of `taker` that `maker` makes. Looks through the shorter of the two lists they stand in. */
function handedBetween(
  maker: Contents,
  taker: Contents,
  isMakers: (expr: Expr) => boolean,
  isTakers: (expr: Expr) => boolean,
): Annotation[] {
  let [input, consumer] = [taker.inputs.next, maker.consumers.next];
  while (input.item && consumer.item) {
    input = input.next;
    consumer = consumer.next;
  }
  if (!input.item) return itemsOf(taker.inputs).filter((begin) => isMakers(annotated(begin)));
  return itemsOf(maker.consumers).filter(isTakers);
}

function ring(): Cell {
  const head = { item: undefined } as unknown as Cell;
  head.previous = head;
  head.next = head;
  return head;
}

function append(head: Cell, item: Annotation): Cell {
  const cell: Cell = { item, previous: head.previous, next: head };
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
