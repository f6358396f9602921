/**
 * The tree of frames, for questions about which frame contains which. Jump pointers over many frames make the cost of a
 * question logarithmic in the depth.
 */
import { at } from "@relayscope/ir";

export class FrameTree {
  private readonly parents: number[] = [];
  private readonly depths: number[] = [];
  /** By frame: an enclosing frame. A jump covers about twice the distance of the jumps between the two. */
  private readonly jumps: number[] = [];

  /** A further frame within `parent`, which was added before; -1 for none. */
  add(parent: number): void {
    this.parents.push(parent);
    this.depths.push(this.depthOf(parent) + 1);
    if (parent < 0) {
      this.jumps.push(-1);
      return;
    }
    const jump = at(this.jumps, parent);
    const further = jump < 0 ? -1 : at(this.jumps, jump);
    const isEven = this.depthOf(parent) - this.depthOf(jump) === this.depthOf(jump) - this.depthOf(further);
    this.jumps.push(isEven ? further : parent);
  }

  /** How many frames are around a frame. */
  depthOf(frame: number): number {
    return frame < 0 ? -1 : at(this.depths, frame);
  }

  /** The innermost frame that contains both; -1 for none. */
  common(a: number, b: number): number {
    const depth = Math.min(this.depthOf(a), this.depthOf(b));
    let [x, y] = [this.atDepth(a, depth), this.atDepth(b, depth)];
    while (x !== y) {
      const isFar = at(this.jumps, x) !== at(this.jumps, y);
      [x, y] = isFar ? [at(this.jumps, x), at(this.jumps, y)] : [at(this.parents, x), at(this.parents, y)];
    }
    return x;
  }

  /** Whether a frame is another one or within it. */
  isWithin(frame: number, outer: number): boolean {
    return this.depthOf(frame) >= this.depthOf(outer) && this.atDepth(frame, this.depthOf(outer)) === outer;
  }

  /** The ancestor of a frame at a depth not greater than its own. */
  private atDepth(frame: number, depth: number): number {
    let here = frame;
    while (this.depthOf(here) > depth) here = this.depthOf(at(this.jumps, here)) >= depth ? at(this.jumps, here) : at(this.parents, here);
    return here;
  }
}
