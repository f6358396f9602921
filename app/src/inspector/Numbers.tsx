import { bytesText } from "@relayscope/engine";
import { useAnswer } from "../hooks/useAnswer.ts";
import { shownStage } from "../state/model.ts";
import { usePageState } from "../state/page.ts";
import { grouped, percent, plural } from "../ui/format.ts";
import { Details } from "./Details.tsx";
import { ExplanationList } from "./ExplanationList.tsx";

/** The stage in numbers: operators offloaded, regions, tensors crossing, and a table by operator. */
export function Numbers() {
  const stage = usePageState(shownStage);
  const numbers = usePageState((s) => s.run.stages[stage]?.summary);
  if (!numbers || numbers.operators === 0) return null;
  const { tensors, bytes, unsized } = numbers.crossing;
  // The regions whose operators are unknown: the text lacks their functions.
  const unknown = numbers.regions.reduce((sum, { unknown: own = 0 }) => sum + own, 0);
  const size = [bytesText(bytes), ...(unsized > 0 ? [`${grouped(unsized)} of unknown size`] : [])].join(", ");
  return (
    <div className="shrink-0 border-b border-line px-3 py-2">
      <p className="text-ink-2">
        {unknown > 0 ? (
          <>
            <b className="text-head text-ink">{plural(numbers.operators - numbers.offloaded, "operator")}</b> on the host; the text does not
            have the operators of {plural(unknown, "region")}
          </>
        ) : (
          <>
            <b className="text-head text-ink">{percent(numbers.offloaded, numbers.operators)}</b> of operators offloaded (
            {grouped(numbers.offloaded)} of {grouped(numbers.operators)})
          </>
        )}
        {tensors > 0 && (
          <>
            , {plural(tensors, "tensor")} cross a boundary ({size})
          </>
        )}
      </p>
      <Details
        part="operators"
        summary={<summary className="cursor-pointer rounded font-medium text-accent">By operator</summary>}
        className="mt-1"
      >
        <table className="mt-1 w-full border-collapse">
          <thead>
            <tr className="text-left text-note text-ink-3">
              <th className="font-normal">operator, most left on the host first</th>
              <th className="w-24 font-normal">offloaded</th>
              <th className="w-14 text-right font-normal">calls</th>
            </tr>
          </thead>
          <tbody>
            {numbers.byOperator.map((o) => (
              <tr key={o.operator} className="border-t border-line">
                <td className="max-w-0 truncate py-0.5 pr-2">{o.operator}</td>
                <td>
                  <span className="flex h-1.5 w-20 overflow-hidden rounded-full bg-line" aria-hidden>
                    <span className="bg-good" style={{ width: `${(100 * o.offloaded) / o.calls}%` }} />
                  </span>
                </td>
                <td className="text-right tabular-nums text-ink-2">
                  {grouped(o.offloaded)}/{grouped(o.calls)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Details>
      <Answers stage={stage} />
    </div>
  );
}

/** Why there are as many regions, why they have their ids, and what stays on the host. */
function Answers({ stage }: { readonly stage: number }) {
  const { value = [] } = useAnswer({ key: `explain/${stage}`, stage, ask: (engine, epoch) => engine.explain(epoch, stage) });
  if (value.length === 0) return null;
  return (
    <Details
      part="answers"
      summary={<summary className="cursor-pointer rounded font-medium text-accent">Counts, ids and the host</summary>}
      className="mt-1"
    >
      <div className="mt-1 max-h-64 overflow-y-auto">
        <ExplanationList explanations={value} stage={stage} />
      </div>
    </Details>
  );
}
