import { type GraphAnswer, hasBoundaries } from "@relayscope/engine";
import { useEffect, useState } from "react";
import { usePageState } from "../state/page.ts";
import { useAnswer } from "../state/useAnswer.ts";
import type { ShownGraph } from "../state/useGraph.ts";
import { afterPaint } from "./afterPaint.ts";
import type { Ends } from "./words/ends.ts";

export interface PictureEnds {
  /** Why the regions of a picture end; undefined while that is not known. */
  readonly ends: Ends | undefined;
  /** Whether the picture waits for that with its colors. */
  readonly isAwaited: boolean;
  /** Whether it came after the picture had taken other colors: these stay. */
  readonly isLate: boolean;
}

/** How long a picture waits with its colors for the causes, in milliseconds. */
const patience = 4_000;

/** What is known of pictures, for when they are shown again; one that stays while the next is made keeps it, too. */
const known = new WeakMap<GraphAnswer, Ends>();

/** Why the regions of a picture end, asked once it stands. */
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
  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(() => setLate(answer), patience);
    return () => clearTimeout(timer);
  }, [answer, isOpen]);
  return { ends, isAwaited: isOpen && late !== answer, isLate: late === answer };
}
