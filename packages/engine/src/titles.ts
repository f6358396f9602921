/** The titles of a picture, in a part of their own: the page places them as it moves, an export places them once. */
export { boxAt, type Drawn, drawnOf, isOpenedCard, type PlacedLabel, placeLabels } from "@relayscope/graph/titles";
