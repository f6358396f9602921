/** Rectangles as layouts keep them: four numbers each in a list. */
import { at } from "@relayscope/ir";

export type Rectangle = readonly [x: number, y: number, width: number, height: number];

/** The `i`th rectangle of a list with four numbers per rectangle. */
export function rectangleAt(list: Float32Array, i: number): Rectangle {
  return [at(list, i * 4), at(list, i * 4 + 1), at(list, i * 4 + 2), at(list, i * 4 + 3)];
}
