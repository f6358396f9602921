/** The titles of frames and the labels of regions, for the page and for exported pictures. */
export { boxAt, type Drawn, drawnOf, isOpenedCard, labelRoomOf } from "./drawn.ts";
export { labelSize, type PlacedLabel } from "./labelPlaces.ts";
export { placeLabels, type Sight } from "./placeLabels.ts";
