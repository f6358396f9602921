export { type Hatch, hatchCount, hatchedShares, hatchImage, hatchOf, hatchSize, joinedShares } from "./hatches.ts";
export { causeLetter, type Palette, paletteOf, type RegionColor, regionColor, regionLetter } from "./palette.ts";
