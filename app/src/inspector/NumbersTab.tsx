import { bytesText } from "@relayscope/engine";
import { shownStage } from "../state/model.ts";
import { usePageState } from "../state/page.ts";
import { Empty } from "../ui/Empty.tsx";
import { percent, plural } from "../ui/format.ts";
import { Section } from "./Facts.tsx";

/** The stage in numbers: operators offloaded, regions, tensors crossing, and a table by operator. */
export function NumbersTab() {
  const stage = usePageState(shownStage);
  const numbers = usePageState((s) => s.run.stages[stage]?.summary);
  if (!numbers || numbers.operators === 0) return <Empty title="Nothing to count" />;
  const regions = numbers.regions.reduce((sum, r) => sum + r.count, 0);
  const { tensors, bytes, unsized } = numbers.crossing;
  const tiles = [
    {
      value: percent(numbers.offloaded, numbers.operators),
      what: "of operators offloaded",
      note: `${numbers.offloaded} of ${numbers.operators}`,
    },
    {
      value: String(regions),
      what: regions === 1 ? "region" : "regions",
      note: regions > 0 ? `largest: ${plural(numbers.largest, "op")}` : "",
    },
    {
      value: String(tensors),
      what: tensors === 1 ? "tensor crosses a boundary" : "tensors cross a boundary",
      note:
        tensors === 0 ? "" : [bytesText(bytes), unsized > 0 ? `${unsized} of unknown size` : ""].filter((part) => part !== "").join(", "),
    },
  ];
  return (
    <div>
      <dl className="grid grid-cols-1 border-b border-line">
        {tiles.map((tile) => (
          <div key={tile.what} className="flex items-baseline gap-2 border-b border-line px-3 py-1.5 last:border-b-0">
            <dd className="order-first w-14 shrink-0 text-[20px] leading-7 font-semibold tracking-tight">{tile.value}</dd>
            <dt className="text-ink-2">
              {tile.what}
              {tile.note !== "" && <span className="text-ink-3"> ({tile.note})</span>}
            </dt>
          </div>
        ))}
      </dl>
      <Section title="By operator" note="most left behind first">
        <table className="w-full border-collapse">
          <thead>
            <tr className="text-left text-[11.5px] text-ink-3">
              <th className="font-normal">operator</th>
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
                    <span className="bg-good" style={{ width: percent(o.offloaded, o.calls) }} />
                  </span>
                </td>
                <td className="text-right tabular-nums text-ink-2">
                  {o.offloaded}/{o.calls}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
    </div>
  );
}
