import { type GraphAnswer, hasBoundaries } from "@relayscope/engine";
import { useEffect, useState } from "react";
import { useAnswer } from "../hooks/useAnswer.ts";
import { useDelay } from "../hooks/useDelay.ts";
import type { ShownGraph } from "../hooks/useGraph.ts";
import { usePageState } from "../state/page.ts";
import { afterPaint } from "./afterPaint.ts";
import type { Ends } from "./words/ends.ts";

export interface PictureEnds {
  /** Why the regions of a picture end; undefined while that is unknown. */
  readonly ends: Ends | undefined;
  /** Whether the picture waits for the causes with its colors. */
  readonly isAwaited: boolean;
  /** Whether the causes came after the picture had taken other colors, which stay. */
  readonly isLate: boolean;
}

/** How long a picture waits for the causes with its colors, in milliseconds. */
const patience = 15_000;

/** The known causes by picture, for pictures that are shown again or stay while the next one is drawn. */
const known = new WeakMap<GraphAnswer, Ends>();

/** Why the regions of a picture end. Asked once the picture is drawn. */
export function useEnds({ stage, epoch, answer }: ShownGraph): PictureEnds {
  const isInHand = usePageState((s) => s.isStarted && s.run.epoch === epoch);
  const [painted, setPainted] = useState("");
  const place = `${epoch}/${stage}`;
  useEffect(() => afterPaint(() => setPainted(place)), [place]);
  const hasAny = answer.graph.regions.some(hasBoundaries);
  const isAsked = isInHand && painted === place && hasAny;
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
  if (isAsked && isCurrent && value && !known.has(answer)) known.set(answer, value);
  const ends = known.get(answer);
  const [late, setLate] = useState<GraphAnswer>();
  const isOpen = hasAny && ends === undefined && !(isAsked && isCurrent);
  useDelay(isOpen && answer, patience, () => setLate(answer));
  return { ends, isAwaited: isOpen && late !== answer, isLate: late === answer };
}
