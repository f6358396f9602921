/** A column while it is filled with bands. */
import { at } from "@relayscope/ir";
import { medianOf } from "../earlier.ts";
import type { Bands } from "../wrap/bands.ts";

/** A node of both pictures: its band, its center's distance from the band's top, and its place in the other picture. */
export interface Held {
  readonly band: number;
  readonly lower: number;
  readonly column: number;
  readonly y: number;
}

/** A node within this distance of its earlier place counts as unmoved. */
export const near = 28;

/**
 * How much the gaps between bands may grow on average: less than a card's height, since the column would otherwise have
 * holes.
 */
const mostWider = 46;

/** Bands one below the other, with room above a band whose nodes were lower before. */
export class BandStack {
  /** Where the last band ends. */
  bottom = 0;
  /** The number of nodes that are at their earlier places. */
  held = 0;
  private readonly list: number[] = [];
  /** Indices of the bands that hold unmoved nodes. */
  private readonly tied: number[] = [];
  private first = 0;

  constructor(
    private readonly bands: Bands,
    private readonly heldIn: (band: number) => readonly Held[],
    private readonly top: number,
  ) {}

  /** Adds the next band. */
  add(band: number): void {
    const { top, bottom } = this.bands;
    const place = this.list.length;
    if (place === 0) this.first = band;
    let y = place === 0 ? this.top : at(this.list, place - 1) + this.pitch(place);
    const own = this.heldIn(band);
    const wanted = medianOf(own.map((node) => node.y - node.lower));
    const gaps = place - (this.tied.at(-1) ?? -1);
    if (wanted > y && wanted - y <= mostWider * gaps) y = wanted;
    const held = own.filter((node) => Math.abs(y + node.lower - node.y) < near).length;
    if (held > 0) this.tied.push(place);
    this.held += held;
    this.list.push(y);
    this.bottom = y + at(bottom, band) - at(top, band);
  }

  /** The bands' tops. The free room above each band with unmoved nodes is distributed evenly over the gaps above it. */
  tops(): readonly number[] {
    const out = [...this.list];
    let before = -1;
    for (const place of this.tied) {
      const start = before < 0 ? this.top : at(out, before);
      let natural = start;
      for (let k = before + 1; k <= place; k++) natural += k === 0 ? 0 : this.pitch(k);
      const room = (at(out, place) - natural) / (place - before);
      for (let k = before + 1; k < place; k++) out[k] = (k === 0 ? this.top : at(out, k - 1) + this.pitch(k)) + room;
      before = place;
    }
    return out;
  }

  /** The least distance from the top of the previous band to the top of this one. */
  private pitch(place: number): number {
    const { top } = this.bands;
    return at(top, this.first + place) - at(top, this.first + place - 1);
  }
}
