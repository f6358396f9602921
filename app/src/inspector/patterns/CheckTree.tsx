import type { CheckLine } from "@relayscope/engine";
import { Check, Minus, TriangleAlert, X } from "lucide-react";
import { LineTree } from "./LineTree.tsx";

const marks = {
  true: { icon: Check, tone: "text-good" },
  false: { icon: X, tone: "text-danger" },
  raises: { icon: TriangleAlert, tone: "text-danger" },
} as const;
/** The look of a false question in a check that accepts. */
const neutral = { icon: Minus, tone: "text-ink-3" } as const;

/** A check as a tree: each question, its result, and the values found. Parts that were not evaluated are missing. */
export function CheckTree({ label, lines }: { readonly label: string; readonly lines: readonly CheckLine[] }) {
  return <LineTree label={label} lines={lines.map((line) => ({ level: line.level, nodes: [], content: <Part line={line} /> }))} />;
}

function Part({ line }: { readonly line: CheckLine }) {
  const { icon: Icon, tone } = line.answer === false && !line.isRefusing ? neutral : marks[`${line.answer}`];
  return (
    <div className="flex items-start gap-1.5">
      <Icon size={13} aria-hidden className={`mt-[3px] shrink-0 ${tone}`} />
      <div className="min-w-0 flex-1 text-small">
        <code className="font-mono text-note break-words text-ink-2">{line.text}</code>{" "}
        <span className={`text-note ${tone}`}>{String(line.answer)}</span>
        {line.values.map((value, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one value may be asked twice
          <div key={i} className="font-mono text-note leading-4 break-words text-ink-3">
            {isSaid(line.text, value.text) ? "" : value.text} <span aria-hidden>=</span>
            <span className="sr-only">is</span> <span className="text-ink">{value.value}</span>
          </div>
        ))}
        {line.message !== "" && <div className="text-danger">{line.message}</div>}
      </div>
    </div>
  );
}

/** Whether the line's own text is the term, or binds a name to it. */
function isSaid(line: string, term: string): boolean {
  return line === term || (line.endsWith(term) && /^\w+ = $/.test(line.slice(0, -term.length)));
}
