import type { CauseAnswer } from "@relayscope/engine";
import { LinkedProse } from "../../guide/LinkedProse.tsx";
import { Details } from "../Details.tsx";

interface CauseProofProps {
  readonly cause: Pick<CauseAnswer, "evidence" | "notes">;
  /** Identifies the nodes that the cause concerns, by their ids. */
  readonly at: string;
}

/** The evidence for a cause, one press away, and further notes. */
export function CauseProof({ cause: { evidence, notes }, at }: CauseProofProps) {
  return (
    <>
      {evidence.length > 0 && (
        <Details
          part={`evidence ${at}`}
          summary={<summary className="cursor-pointer font-medium">Evidence</summary>}
          className="text-small text-ink-2"
        >
          <ul className="mt-0.5 flex list-disc flex-col gap-0.5 pl-4">
            {evidence.map((text) => (
              <li key={text}>
                <LinkedProse text={text} />
              </li>
            ))}
          </ul>
        </Details>
      )}
      {notes.map((text) => (
        <p key={text} className="text-note text-ink-3">
          <LinkedProse text={text} />
        </p>
      ))}
    </>
  );
}
