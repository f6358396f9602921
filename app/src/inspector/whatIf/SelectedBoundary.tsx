import { Scissors } from "lucide-react";
import { usePage } from "../../state/page.ts";
import { Button } from "../../ui/Button.tsx";
import { Prose } from "../../ui/Prose.tsx";
import { Section } from "../Facts.tsx";
import { CureList } from "./CureList.tsx";
import { type Sides, useSides } from "./useSides.ts";

/** For what the picture has selected: why it is apart, what would join it, and the smallest module that shows it. */
export function SelectedBoundary() {
  const sides = useSides();
  return (
    <Section title={sides?.to ? "One region for what is selected" : "A region for what is selected"}>
      {sides ? (
        <Boundary sides={sides} />
      ) : (
        <p className="text-ink-3">
          Select a node that the host keeps, a line between two regions, or (with Ctrl, on a Mac ⌘) two nodes or regions that you want as
          one.
        </p>
      )}
    </Section>
  );
}

/** Why the two sides are apart, and what would join them. */
function Boundary({ sides }: { readonly sides: Sides }) {
  const { actions } = usePage();
  if (sides.isJoined) return <p className="text-ink-2">{sides.to ? "They are in one region already." : "It is in a region already."}</p>;
  return (
    <>
      {sides.cause && (
        <p className="text-ink-2">
          <Prose text={sides.cause.sentence} />
        </p>
      )}
      <CureList boundary={sides} />
      <div className="mt-2">
        <Button icon={Scissors} onClick={() => void actions.reduce(sides)}>
          Reduce to the smallest module
        </Button>
      </div>
    </>
  );
}
