/**
 * Sets of small numbers that share what they have in common: a set is never changed, and a larger one made of it keeps its parts.
 * A region's restrictions are those of its parents and a few more, so that sets along a chain or a ladder cost a few words each.
 *
 * Layout: a tree of fixed depth. A leaf is 32 words of 32 bits (1,024 numbers); a branch has up to 32 children; absent parts are empty.
 */

type Leaf = Int32Array;
type Tree = Leaf | Branch;

interface Branch {
  readonly children: readonly (Tree | undefined)[];
}

const leafBits = 10;
const branchBits = 5;

/** A set of numbers from 0 up to some limit that grows as needed. */
export interface RestrictionSet {
  readonly root: Tree | undefined;
  /** How many levels of branches stand above the leaves. */
  readonly height: number;
}

export const emptySet: RestrictionSet = { root: undefined, height: 0 };

/** The set with one number more; the same object where it is in already. */
export function withNumber(set: RestrictionSet, n: number): RestrictionSet {
  const grown = raised(set, heightFor(n));
  const root = inserted(grown.root, grown.height, n);
  return root === grown.root ? set : { root, height: grown.height };
}

/** All numbers of two sets; one of the two objects where it holds the other. */
export function unionOf(a: RestrictionSet, b: RestrictionSet): RestrictionSet {
  if (a === b || b.root === undefined) return a;
  if (a.root === undefined) return b;
  const height = Math.max(a.height, b.height);
  const [x, y] = [raised(a, height), raised(b, height)];
  const root = joined(x.root, y.root);
  return root === x.root ? a : root === y.root ? b : { root, height };
}

/** Whether two sets have a number in common. */
export function intersects(a: RestrictionSet, b: RestrictionSet): boolean {
  if (a.root === undefined || b.root === undefined) return false;
  const height = Math.max(a.height, b.height);
  return treesMeet(raised(a, height).root, raised(b, height).root);
}

function heightFor(n: number): number {
  let height = 0;
  for (let rest = n >>> leafBits; rest > 0; rest >>>= branchBits) height++;
  return height;
}

function raised(set: RestrictionSet, height: number): RestrictionSet {
  if (set.height >= height) return set;
  let root = set.root;
  for (let at = set.height; at < height && root; at++) root = { children: [root] };
  return { root, height };
}

function inserted(tree: Tree | undefined, height: number, n: number): Tree {
  if (height === 0) {
    const leaf = tree as Leaf | undefined;
    const word = (n >>> 5) & 31;
    const bit = 1 << (n & 31);
    if (leaf && ((leaf[word] as number) & bit) !== 0) return leaf;
    const copy = leaf ? leaf.slice() : new Int32Array(32);
    copy[word] = (copy[word] as number) | bit;
    return copy;
  }
  const children = (tree as Branch | undefined)?.children ?? [];
  const at = (n >>> (leafBits + branchBits * (height - 1))) & 31;
  const before = children[at];
  const after = inserted(before, height - 1, n);
  if (tree && after === before) return tree;
  const copy = children.slice();
  while (copy.length < at) copy.push(undefined);
  copy[at] = after;
  return { children: copy };
}

function isTreeLeaf(tree: Tree): tree is Leaf {
  return tree instanceof Int32Array;
}

function joined(a: Tree | undefined, b: Tree | undefined): Tree | undefined {
  if (a === b || b === undefined) return a;
  if (a === undefined) return b;
  if (isTreeLeaf(a) || isTreeLeaf(b)) return joinedLeaves(a as Leaf, b as Leaf);
  const length = Math.max(a.children.length, b.children.length);
  const children: (Tree | undefined)[] = [];
  let isA = true;
  let isB = true;
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.children[i], b.children[i]];
    const both = joined(x, y);
    children.push(both);
    isA &&= both === x;
    isB &&= both === y;
  }
  return isA ? a : isB ? b : { children };
}

function joinedLeaves(a: Leaf, b: Leaf): Leaf {
  let isA = true;
  let isB = true;
  for (let i = 0; i < 32; i++) {
    const [x, y] = [a[i] as number, b[i] as number];
    isA &&= (y & ~x) === 0;
    isB &&= (x & ~y) === 0;
  }
  if (isA) return a;
  return isB ? b : a.map((word, i) => word | (b[i] as number));
}

function treesMeet(a: Tree | undefined, b: Tree | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  if (a === b) return true;
  if (isTreeLeaf(a) || isTreeLeaf(b)) return (a as Leaf).some((word, i) => (word & ((b as Leaf)[i] as number)) !== 0);
  return a.children.some((child, i) => treesMeet(child, b.children[i]));
}
