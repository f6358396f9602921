import { useStore } from "zustand";
import type { ChecksState, PassCheck } from "../state/checks/checksState.ts";
import { usePage } from "../state/page.ts";

/** A part of the checks; the component renders again when it changes. */
export function useChecks<T>(select: (state: ChecksState) => T): T {
  return useStore(usePage().checks.store, select);
}

/** The check of a stage of the current run; undefined if none was asked for. */
export function useCheck(stage: number): PassCheck | undefined {
  return useChecks((s) => s.byStage.get(stage));
}
