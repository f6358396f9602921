export {
  type Annotation,
  annotated,
  beginName,
  defaultTarget,
  endName,
  isAnnotation,
  isBegin,
  isEnd,
  targetOf,
  unannotated,
} from "./annotations.ts";
export { countsOf, type OperatorCount, type RegionCount } from "./counts.ts";
export { type Crossing, crossingsOf, tensorSizeOf } from "./crossings.ts";
export { isHeavy } from "./heavy.ts";
export { AnnotatedRegionSet, type Region, type RegionFault } from "./regionSet.ts";
export { isHostRegion, regionNumbers, type StageRegion, type StageRegions, stageRegions } from "./stageRegions.ts";
