/**
 * Sets of small numbers that share their common parts. A set is never changed, and a larger one made from it keeps its
 * parts. A region's restrictions are those of its parents and a few more, so that sets along a chain or a ladder cost a
 * few words each.
 *
 * Layout: a tree of fixed depth. A leaf is up to 32 words of 32 bits (1,024 numbers); a branch has up to 32 children;
 * absent parts are empty.
 */

type Leaf = readonly number[];
type Tree = Leaf | Branch;

interface Branch {
  readonly children: readonly (Tree | undefined)[];
}

const leafBits = 10;
const branchBits = 5;

const none: Leaf = [];

/** A set of numbers from 0 up to some limit that grows as needed. */
export interface RestrictionSet {
  readonly root: Tree | undefined;
  /** How many levels of branches are above the leaves. */
  readonly height: number;
}

export const emptySet: RestrictionSet = { root: undefined, height: 0 };

/** The set with one more number; the same object if it already contains the number. */
export function withNumber(set: RestrictionSet, n: number): RestrictionSet {
  const grown = raised(set, heightFor(n));
  const root = inserted(grown.root, grown.height, n);
  return root === grown.root ? set : { root, height: grown.height };
}

/** The union of two sets; one of the two objects if it contains the other. */
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
    const leaf = tree && isLeaf(tree) ? tree : none;
    const word = (n >>> 5) & 31;
    const before = leaf[word] ?? 0;
    const after = before | (1 << (n & 31));
    if (after === before) return leaf;
    const copy = leaf.slice();
    while (copy.length < word) copy.push(0);
    copy[word] = after;
    return copy;
  }
  const children = tree && !isLeaf(tree) ? tree.children : [];
  const at = (n >>> (leafBits + branchBits * (height - 1))) & 31;
  const before = children[at];
  const after = inserted(before, height - 1, n);
  if (tree && after === before) return tree;
  const copy = children.slice();
  while (copy.length < at) copy.push(undefined);
  copy[at] = after;
  return { children: copy };
}

function isLeaf(tree: Tree): tree is Leaf {
  return Array.isArray(tree);
}

/** All numbers of two trees of one height. */
function joined(a: Tree | undefined, b: Tree | undefined): Tree | undefined {
  if (a === b || b === undefined) return a;
  if (a === undefined) return b;
  if (isLeaf(a)) return isLeaf(b) ? joinedLeaves(a, b) : a;
  if (isLeaf(b)) return b;
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
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  let isLong = true;
  let isShort = long.length === short.length;
  for (const [i, word] of short.entries()) {
    const other = long[i] ?? 0;
    isLong &&= (word & ~other) === 0;
    isShort &&= (other & ~word) === 0;
  }
  if (isLong) return long;
  return isShort ? short : long.map((word, i) => word | (short[i] ?? 0));
}

function treesMeet(a: Tree | undefined, b: Tree | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  if (a === b) return true;
  if (isLeaf(a)) return isLeaf(b) && a.some((word, i) => (word & (b[i] ?? 0)) !== 0);
  return !isLeaf(b) && a.children.some((child, i) => treesMeet(child, b.children[i]));
}
