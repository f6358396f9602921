import { Empty } from "../ui/Empty.tsx";
import { ExplanationList } from "./ExplanationList.tsx";
import { Section } from "./Facts.tsx";
import { useDetails } from "./useDetails.ts";

/** Why the selected node is where it is, and why there is a boundary beside it. */
export function WhyTab() {
  const shown = useDetails();
  if (!shown)
    return (
      <Empty title="Why is there a boundary?">Select a node: what the passes decided about it, on what ground, and what to try.</Empty>
    );
  const { details, stage } = shown;
  return (
    <Section title={details.title}>
      {details.why.length === 0 ? (
        <p className="text-ink-3">No pass up to here took a decision about this node.</p>
      ) : (
        <ExplanationList explanations={details.why} stage={stage} />
      )}
    </Section>
  );
}
