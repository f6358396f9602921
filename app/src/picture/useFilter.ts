import { useMemo } from "react";
import { useAnswer } from "../hooks/useAnswer.ts";
import { usePageState } from "../state/page.ts";
import { indicesOf, type Scene } from "./scene.ts";

/** The nodes that a filter leaves highlighted, by index in the picture. */
export interface Filtered {
  readonly kept: (node: number) => boolean;
  readonly keptRegion: (region: number) => boolean;
}

/**
 * The page's filter applied to a picture of a stage. Undefined without a filter, if it finds nothing, and while it is
 * computed.
 */
export function useFilter(scene: Scene, stage: number): Filtered | undefined {
  const filter = usePageState((s) => s.filter);
  const query = filter?.query ?? "";
  const { value, isCurrent } = useAnswer(
    query === "" || stage < 0
      ? undefined
      : { key: `search/${stage}/${query}`, stage, ask: (engine, epoch) => engine.search(epoch, stage, query) },
  );
  const ids = filter && isCurrent ? value?.ids : undefined;
  const isInverted = filter?.isInverted === true;
  return useMemo(() => {
    if (!ids || ids.length === 0) return undefined;
    const found = indicesOf(scene, ids);
    const kept = (i: number) => found.has(i) !== isInverted;
    const regions = new Set(scene.answer.graph.nodes.flatMap((node, i) => (node.region >= 0 && kept(i) ? [node.region] : [])));
    return { kept, keptRegion: (region) => regions.has(region) };
  }, [scene, ids, isInverted]);
}
