/** Where boxes and lines of a picture are, apart from the rest: the worker makes indexes of large pictures alone. */
export { type PackedPlaces, type Places, packPlaces, readPlaces } from "@relayscope/graph/places";
