import type { Outcome } from "@relayscope/engine";
import { bytesText } from "@relayscope/engine";
import { grouped, percent } from "../../ui/format.ts";

interface OutcomeTableProps {
  readonly before: Outcome;
  readonly after: Outcome;
  readonly labels?: readonly [string, string] | undefined;
}

const rows: readonly {
  readonly what: string;
  readonly of: (o: Outcome) => string;
  readonly number: (o: Outcome) => number;
  readonly isMoreBetter?: true;
  /** Used if two different values have the same short text. */
  readonly exactly?: (o: Outcome) => string;
}[] = [
  { what: "regions", of: (o) => grouped(o.regions), number: (o) => o.regions },
  {
    what: "offloaded",
    of: (o) => `${grouped(o.offloaded)} (${percent(o.offloaded, o.operators)})`,
    number: (o) => o.offloaded,
    isMoreBetter: true,
  },
  { what: "tensors crossing", of: (o) => grouped(o.tensors), number: (o) => o.tensors },
  { what: "bytes crossing", of: (o) => bytesText(o.bytes), number: (o) => o.bytes, exactly: (o) => `${grouped(o.bytes)} B` },
];

/** After the number, so that it is not read as a difference: `9 ↓` is 9, less than before. */
function Direction({ by }: { readonly by: number }) {
  return (
    <>
      <span aria-hidden>{by === 0 ? "=" : by > 0 ? "↑" : "↓"}</span>
      <span className="sr-only">{by === 0 ? "as before" : by > 0 ? "more than before" : "less than before"}</span>
    </>
  );
}

/** Two outcomes in two columns. A color and a sign mark what became better and what became worse. */
export function OutcomeTable({ before, after, labels = ["now", "then"] }: OutcomeTableProps) {
  return (
    <table className="w-full border-collapse text-small whitespace-nowrap tabular-nums">
      <thead>
        <tr className="text-right text-note text-ink-3">
          <th className="text-left font-normal" />
          <th className="pr-3 font-normal">{labels[0]}</th>
          <th className="font-normal">{labels[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ what, of, number, isMoreBetter, exactly = of }) => {
          const text = number(before) !== number(after) && of(before) === of(after) ? exactly : of;
          const change = (number(after) - number(before)) * (isMoreBetter ? 1 : -1);
          const tone = change > 0 ? "text-good" : change < 0 ? "text-warn" : "text-ink-3";
          return (
            <tr key={what} className="border-t border-line text-right">
              <th className="py-0.5 text-left font-normal text-ink-2">{what}</th>
              <td className="pr-3 text-ink-2">{text(before)}</td>
              <td className={`font-medium ${tone}`}>
                {text(after)} <Direction by={number(after) - number(before)} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
