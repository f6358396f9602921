import { operators } from "@relayscope/ops";
import type { PassContext } from "@relayscope/passes";

/** What a pass runs under in tests and benchmarks: opt level 3, nothing required or switched off, no trace; `changes` say otherwise. */
export function passContext(changes: Partial<PassContext> = {}): PassContext {
  return {
    operators,
    optLevel: 3,
    requiredPasses: [],
    disabledPasses: [],
    config: new Map(),
    target: undefined,
    trace: false,
    ...changes,
  };
}
