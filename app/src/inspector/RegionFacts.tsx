import { crossingText, noBoundary, operatorNames, type RegionLine } from "@relayscope/engine";
import { useAnswer } from "../hooks/useAnswer.ts";
import { useGraph } from "../hooks/useGraph.ts";
import { usePageState } from "../state/page.ts";
import { plural } from "../ui/format.ts";
import { Prose } from "../ui/Prose.tsx";

/** The line of the selected region in the list of regions; undefined until it is known, and if something else is. */
export function useSelectedRegion(stage: number): RegionLine | undefined {
  const region = usePageState((s) => (s.selectedRegion?.stage === stage ? s.selectedRegion.region : undefined));
  const { value: lines } = useAnswer(
    region === undefined ? undefined : { key: `regions/${stage}`, stage, ask: (engine, epoch) => engine.regions(epoch, stage) },
  );
  return lines?.find((line) => line.region === region);
}

const kinds: Readonly<Record<RegionLine["kind"], string>> = {
  region: "A region of",
  composite: "A composite for",
  group: "A group of fused calls for",
};

/** A region in words, as its card on the map has them: title, operators, target, and what enters and leaves. */
export function regionWords(line: RegionLine): { readonly title: string; readonly operators: string; readonly size: string } {
  const { name, calls, kind, target, inputs, outputs, bytesIn, bytesOut } = line;
  return {
    title: `${name}, ${calls === undefined ? "operators unknown" : plural(calls, "operator")}`,
    operators: operatorNames(line).join(", "),
    size: `${kinds[kind]} \`${target}\`: ${crossingText(inputs, bytesIn)} in; ${crossingText(outputs, bytesOut)} out.`,
  };
}

interface RegionFactsProps {
  readonly line: RegionLine;
  readonly stage: number;
}

/** The selected region: all that it holds, none of its operators in particular. */
export function RegionFacts({ line, stage }: RegionFactsProps) {
  const graph = useGraph(stage)?.answer.graph;
  // A closed card of the map hides its operators.
  const isCard = graph?.nodes.some(({ card, region }) => card === "region" && region === line.region) ?? false;
  const { title, operators, size } = regionWords(line);
  const way = isCard ? "Open the card" : "Select one of its operators";
  return (
    <div className="border-b border-line px-3 py-2.5">
      <h2 className="text-head font-semibold break-words">{title}</h2>
      <p className="text-ink-2">{operators}</p>
      <p className="text-ink-2">
        <Prose text={size} />
        {line.causes.length === 0 && line.kind === "region" && ` It has ${noBoundary}.`}
        {line.calls !== 1 && ` ${way} to ask about ${isCard ? "one of its operators" : "it"}.`}
      </p>
    </div>
  );
}
