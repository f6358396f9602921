import type { TargetFilesAnswer, TargetSpec } from "@relayscope/engine";
import { useMemo } from "react";
import { useLoaded } from "../hooks/useLoaded.ts";
import { usePage, usePageState } from "../state/page.ts";

/**
 * The definitions in a target's files, with their flow under the target's options on the shown model; undefined until
 * that is known, and if there are no files.
 */
export function useTargetFiles(spec: TargetSpec | undefined): TargetFilesAnswer | undefined {
  const { engine } = usePage();
  const epoch = usePageState((s) => s.run.epoch);
  const asked = useMemo(() => spec && { spec, epoch }, [spec, epoch]);
  // If the engine no longer holds this epoch, there is a newer one, for which the question is asked again.
  const found = useLoaded(asked, async () => spec?.files && engine.targetFiles(spec, epoch));
  return spec?.files && found?.value;
}
