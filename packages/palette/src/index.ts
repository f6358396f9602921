export { type Hatch, hatchCount, hatchImage, hatchOf, hatchSize } from "./hatches.ts";
export { causeLetter, type Palette, paletteOf, type RegionColor, regionColor, regionLetter } from "./palette.ts";
