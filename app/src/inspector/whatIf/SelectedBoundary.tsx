import { Scissors } from "lucide-react";
import { GuideLink } from "../../guide/GuideLink.tsx";
import { LinkedProse } from "../../guide/LinkedProse.tsx";
import { usePage } from "../../state/page.ts";
import { Button } from "../../ui/Button.tsx";
import { CauseProof } from "../causes/CauseProof.tsx";
import { Section } from "../Facts.tsx";
import { PatternLink } from "../patterns/PatternLink.tsx";
import { CureList } from "./CureList.tsx";
import type { Sides } from "./useSides.ts";

/**
 * For a selected host operator, an edge or two nodes: why there is a boundary, what removes it, and the smallest module
 * that shows it.
 */
export function SelectedBoundary({ sides }: { readonly sides: Sides }) {
  if (sides.isJoined && !sides.to) return null;
  return (
    <Section title={sides.isJoined ? "These two are in one region" : sides.to ? "Why these two are apart" : "Why it is in no region"}>
      <Boundary sides={sides} />
    </Section>
  );
}

/** Why the two sides are separate, and what would join them. */
function Boundary({ sides }: { readonly sides: Sides }) {
  const { actions } = usePage();
  if (sides.isJoined) return <p className="text-ink-2">No boundary is between them.</p>;
  return (
    <>
      {sides.cause && (
        <>
          <p className="text-ink-2">
            <LinkedProse text={sides.cause.sentence} />{" "}
            <GuideLink address={`cause/${sides.cause.code}`} about={sides.cause.code} text="What this means" />
          </p>
          <CauseProof cause={sides.cause} at={`${sides.from.join()} ${sides.to?.join() ?? ""}`} />
          {!sides.to && sides.cause.pattern !== undefined && <PatternLink pattern={sides.cause.pattern} />}
        </>
      )}
      {sides.isCurable && (
        <>
          <CureList boundary={sides} />
          <div className="mt-2">
            <Button icon={Scissors} onClick={() => void actions.reduce(sides)}>
              Reduce to the smallest module
            </Button>
          </div>
        </>
      )}
    </>
  );
}
