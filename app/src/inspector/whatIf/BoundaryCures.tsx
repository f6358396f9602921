import type { Cure } from "@relayscope/engine";
import { useAnswer } from "../../hooks/useAnswer.ts";
import { usePageState } from "../../state/page.ts";
import { CureList } from "./CureList.tsx";

interface BoundaryCuresProps {
  /** The stage that the ids belong to. */
  readonly stage: number;
  readonly from: number;
  /** Undefined for a single node. */
  readonly to?: number;
  /** A change that is on the page above already. */
  readonly above?: Cure | undefined;
}

/** What would help at a boundary of any stage. A button asks; cures are tried at the last stage. */
export function BoundaryCures({ stage, from, to, above }: BoundaryCuresProps) {
  const last = usePageState((s) => s.document.pipeline.length);
  const { value } = useAnswer({
    key: `cures/${stage}/${from}/${to ?? ""}`,
    stage: last,
    ask: async (engine, epoch) => {
      const at = (id: number) => engine.follow(epoch, stage, last, [id]);
      return { from: await at(from), to: to === undefined ? undefined : await at(to) };
    },
  });
  return value && value.from.length > 0 ? <CureList boundary={value} above={above} /> : null;
}
