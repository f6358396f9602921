import { hasBoundaries } from "@relayscope/engine";
import { useEffect, useRef, useState } from "react";
import { usePageState } from "../state/page.ts";
import { useAnswer } from "../state/useAnswer.ts";
import type { ShownGraph } from "../state/useGraph.ts";
import { afterPaint } from "./afterPaint.ts";
import type { Ends } from "./words/ends.ts";

/** Why the regions of a picture end, asked once it stands; undefined while that is not known. */
export function useEnds({ stage, epoch, answer }: ShownGraph): Ends | undefined {
  const isInHand = usePageState((s) => s.isStarted && s.run.epoch === epoch);
  const [painted, setPainted] = useState("");
  const place = `${epoch}/${stage}`;
  useEffect(() => afterPaint(() => setPainted(place)), [place]);
  const isAsked = isInHand && painted === place && answer.graph.regions.some(hasBoundaries);
  const { value, isCurrent } = useAnswer(
    isAsked
      ? {
          key: `ends/${stage}`,
          stage,
          ask: async (engine, asked) => {
            const [lines, { endsOf }] = await Promise.all([engine.regions(asked, stage), import("./words/endsOf.ts")]);
            return endsOf(lines);
          },
        }
      : undefined,
  );
  // A picture that still stands while the next is made keeps what is known of it.
  const known = useRef<{ readonly answer: ShownGraph["answer"]; readonly ends: Ends } | undefined>(undefined);
  if (isCurrent && value) known.current = { answer, ends: value };
  return known.current?.answer === answer ? known.current.ends : undefined;
}
