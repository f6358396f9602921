/**
 * A stage that TVM recorded. If the pass makes the same module here, the stage is ours, with its lineage and its
 * decisions, so that all questions can be answered. Otherwise it is TVM's module, and the origins of its nodes are
 * found by similarity.
 */
import { inferTypes } from "@relayscope/infer";
import type { Module } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { parseText, printModule, textDifference } from "@relayscope/text";
import type { RecordedState } from "./contract/index.ts";
import { givenMessages } from "./laterDiagnostics.ts";
import { lineageByStructure } from "./lineageByStructure.ts";
import type { StageContents } from "./stageContents.ts";

/** The stage of a recorded text; `ours` is the result of the pass on the module before. Never throws. */
export function recordedStage(pass: string, text: string, before: Module, ours: StageContents): StageContents {
  const begin = performance.now();
  const isBuilt = ours.status !== "not-built" && ours.status !== "skipped";
  if (text === "") {
    const recorded = ours.status === "unchanged" ? "agrees" : stateOf(isBuilt, printModule(before), printModule(ours.module));
    if (recorded === "agrees") return { ...ours, recorded };
    return {
      ...ours,
      status: "unchanged",
      reason: "",
      module: before,
      lineage: { originsOf: (e) => [e] },
      decisions: [],
      diagnostics: [],
      recorded,
    };
  }
  const read = parseText(text, { operators });
  const { module, diagnostics } = inferTypes(read.module, operators, { trust: "nothing" });
  const found = [...read.diagnostics, ...diagnostics].map((d) => ({ ...d, pass, span: undefined }));
  if (module.functions.size === 0) {
    const problem = found.find((d) => d.severity === "error") ?? givenMessages.unreadRecord(pass);
    return { ...ours, status: "failed", reason: problem.message, module: before, decisions: [], diagnostics: found, recorded: "differs" };
  }
  const recorded = stateOf(isBuilt && ours.status !== "failed", printModule(module), printModule(ours.module));
  if (recorded === "agrees") return { ...ours, recorded };
  return {
    status: "done",
    reason: "",
    ms: performance.now() - begin,
    module,
    lineage: lineageByStructure(before, module),
    decisions: [],
    diagnostics: isBuilt ? [givenMessages.recordDiffers(pass, ours.status === "failed" ? ours.reason : givenMessages.otherModule)] : [],
    recorded,
  };
}

function stateOf(isBuilt: boolean, theirs: string, ours: string): RecordedState {
  if (!isBuilt) return "alone";
  return textDifference(theirs, ours, { ignoresVariableNames: true }) === undefined ? "agrees" : "differs";
}
