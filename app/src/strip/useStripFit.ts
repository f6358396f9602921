import type { PipelineStep, StageResult } from "@relayscope/engine";
import { type RefObject, useState } from "react";
import { shownStage, stageBeside } from "../state/model.ts";
import { usePageState } from "../state/page.ts";
import { type ChipFacts, type ChipState, chipFacts, type Detail } from "./chipFacts.ts";
import { chipWidth, foldButton, foldWidth } from "./chipWidth.ts";
import { type StripFit, stripFit } from "./stripFit.ts";
import { type StripItem, stripItems } from "./stripItems.ts";
import { useChecks } from "./useChecks.ts";
import { useStretch, usualStretch } from "./useStretch.ts";
import type { useStripRoom } from "./useStripRoom.ts";

/** A pipeline's stages as their chips show them: the input, and a stage per pass. */
export function chipStates(
  pipeline: readonly PipelineStep[],
  results: readonly (StageResult | undefined)[],
  isRunning: boolean,
): ChipState[] {
  return Array.from({ length: pipeline.length + 1 }, (_, stage) => ({
    stage,
    name: stage === 0 ? "Input" : (pipeline[stage - 1]?.pass ?? ""),
    result: results[stage],
    before: results[stage - 1]?.summary,
    isOff: pipeline[stage - 1]?.isOff === true,
    isPending: isRunning && results[stage] === undefined,
  }));
}

/**
 * The strip's items arranged in `room`. During a run, stages that it has not reached count as in the run before, so
 * that nothing moves to and fro.
 */
export function useStripFit(
  room: ReturnType<typeof useStripRoom>,
  rowsRef: RefObject<HTMLElement | null>,
  opened: ReadonlySet<number>,
): StripFit {
  const pipeline = usePageState((s) => s.document.pipeline);
  const stages = usePageState((s) => s.run.stages);
  const isRunning = usePageState((s) => s.run.status === "running");
  const document = usePageState((s) => s.documentNumber);
  const shown = usePageState(shownStage);
  const beside = usePageState(stageBeside);
  const pinned = usePageState((s) => s.view.pinned);
  const checks = useChecks((s) => s.byStage);
  const [settled, setSettled] = useState({ document, stages });
  const isSettled = settled.document === document && (isRunning || settled.stages === stages);
  if (!isSettled) setSettled({ document, stages });
  const results = isRunning ? [...stages, ...settled.stages.slice(stages.length)] : stages;
  const states = chipStates(pipeline, results, isRunning);
  const known = new Map<string, ChipFacts>();
  const width = (item: StripItem, detail: Detail, at: number) => {
    if (item.kind === "fold") return item.isOpen ? foldButton : foldWidth(item.stages.length);
    const { stage } = item;
    const state = states[stage];
    if (!state) return 0;
    const key = `${stage} ${detail}`;
    const facts = known.get(key) ?? chipFacts(state, detail);
    known.set(key, facts);
    const signs = (pinned === stage ? 1 : 0) + (checks.has(stage) ? 1 : 0);
    return chipWidth(facts, signs, at === stage, stage === 0);
  };
  const [stretch, setStretch] = useState(usualStretch);
  const fit = stripFit({
    room,
    shown,
    beside,
    count: states.length,
    itemsOf: (isTight, at, by) => stripItems(states.length, results, isTight, [at, by], opened),
    widthOf: (item, detail, at) => width(item, detail, at) * stretch,
  });
  const estimated = fit.items.reduce((sum, item) => sum + width(item, fit.detail, shown), 0);
  useStretch(rowsRef, room.rows, estimated, setStretch);
  return fit;
}
