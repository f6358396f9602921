/** The regions of a function as the reference's passes see them: they stop where annotations do not pair. */
import { assertNever, type Expr } from "@relayscope/ir";
import { AnnotatedRegionSet, type RegionFault } from "@relayscope/regions";
import { endWithoutRegion, inconsistentArguments, regionOfOtherTarget } from "./diagnostics.ts";

/** The regions of everything reachable from `root`. Throws where annotations do not pair. */
export function regionsForPass(root: Expr, functionName: string): AnnotatedRegionSet {
  return new AnnotatedRegionSet(root, functionName, fail);
}

function fail(fault: RegionFault): never {
  switch (fault.kind) {
    case "end-without-region":
      throw endWithoutRegion(fault.node, fault.target);
    case "end-of-other-target":
      throw regionOfOtherTarget(fault.node, fault.regionTarget, fault.target);
    case "inconsistent-arguments":
      throw inconsistentArguments(fault.node);
    default:
      return assertNever(fault);
  }
}
