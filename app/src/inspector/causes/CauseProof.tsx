import type { CauseAnswer } from "@relayscope/engine";
import { LinkedProse } from "../../guide/LinkedProse.tsx";

/** The evidence for a cause, one press away, and further notes. */
export function CauseProof({ cause: { evidence, notes } }: { readonly cause: Pick<CauseAnswer, "evidence" | "notes"> }) {
  return (
    <>
      {evidence.length > 0 && (
        <details className="text-small text-ink-2">
          <summary className="cursor-pointer font-medium">Evidence</summary>
          <ul className="mt-0.5 flex list-disc flex-col gap-0.5 pl-4">
            {evidence.map((text) => (
              <li key={text}>
                <LinkedProse text={text} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {notes.map((text) => (
        <p key={text} className="text-note text-ink-3">
          <LinkedProse text={text} />
        </p>
      ))}
    </>
  );
}
