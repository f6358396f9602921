/** The choices of targets and passes, as data for menus and forms. */
import { findPass, passNames } from "@relayscope/passes/all";
import { builtInInfos } from "./builtInTargets.ts";
import type { Catalog } from "./contract/index.ts";

/** The catalog. Passes in alphabetical order, targets in the order of their list. */
export function catalog(): Catalog {
  return {
    targets: builtInInfos(),
    passes: passNames.flatMap((name) => {
      const pass = findPass(name);
      if (!pass) return [];
      const { summary, upstream, optLevel } = pass;
      const options = Object.entries(pass.options).map(([option, { type, default: value, doc, choices, isReadElsewhere }]) => ({
        name: option,
        type,
        default: value,
        doc,
        ...(choices ? { choices } : {}),
        ...(isReadElsewhere ? { isReadElsewhere } : {}),
      }));
      return [{ name, summary, upstream, optLevel, options }];
    }),
  };
}
