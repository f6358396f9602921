import type { TargetLine } from "@relayscope/engine";
import { bytesText } from "@relayscope/engine";
import { ArrowDown, ArrowUp, Square } from "lucide-react";
import { useEffect, useState } from "react";
import { useSearch } from "../hooks/useSearch.ts";
import { usePage, usePageState } from "../state/page.ts";
import { Button } from "../ui/Button.tsx";
import { percent } from "../ui/format.ts";
import { Modal } from "../ui/Modal.tsx";

interface Column {
  readonly id: string;
  readonly title: string;
  readonly value: (line: TargetLine) => number | string;
  readonly text: (line: TargetLine) => string;
}

const columns: readonly Column[] = [
  { id: "target", title: "target", value: (l) => l.target, text: (l) => l.target },
  { id: "regions", title: "regions", value: (l) => l.outcome.regions, text: (l) => String(l.outcome.regions) },
  {
    id: "offloaded",
    title: "operators",
    value: (l) => l.outcome.offloaded,
    text: (l) => `${l.outcome.offloaded} of ${l.outcome.operators}`,
  },
  {
    id: "share",
    title: "share",
    value: (l) => l.outcome.offloaded / Math.max(1, l.outcome.operators),
    text: (l) => percent(l.outcome.offloaded, l.outcome.operators),
  },
  { id: "tensors", title: "tensors crossing", value: (l) => l.outcome.tensors, text: (l) => String(l.outcome.tensors) },
  { id: "bytes", title: "bytes crossing", value: (l) => l.outcome.bytes, text: (l) => bytesText(l.outcome.bytes) },
];

interface Order {
  readonly column: string;
  readonly isDown: boolean;
}

/**
 * This module through every built-in target's flow. Each line appears when its flow is done; pressing it chooses the
 * target.
 */
export function CompareDialog() {
  const { actions } = usePage();
  const target = usePageState((s) => s.document.target);
  const { status, parts, stop } = useSearch<TargetLine>("compare", (engine, epoch, onPart) => engine.compareTargets(epoch, onPart), true);
  const [order, setOrder] = useState<Order>({ column: "share", isDown: true });
  // It begins when the dialog opens, and again when another run forgot it.
  useEffect(() => stop, [stop]);
  const choose = (name: string) => {
    actions.chooseTarget(name);
    actions.showDialog(undefined);
  };
  return (
    <Modal title="Compare targets" width={860}>
      <div className="mb-2 flex min-h-7 items-center justify-between gap-3">
        <p className="text-ink-2">
          Each target's own flow, at its own opt level, on this module. What an edited target of this document would do is not in the list.
        </p>
        {status === "running" && (
          <Button look="outline" icon={Square} onClick={stop}>
            Stop
          </Button>
        )}
      </div>
      <table className="w-full border-collapse tabular-nums" aria-busy={status === "running"}>
        <thead>
          <tr className="text-note text-ink-3">
            {columns.map(({ id, title }) => (
              <Heading key={id} id={id} title={title} order={order} onSort={setOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted(parts, order).map((line) => (
            <tr
              key={line.target}
              className={`cursor-pointer border-t border-line hover:bg-hover ${line.target === target ? "bg-accent-soft" : ""}`}
              onClick={() => choose(line.target)}
            >
              {columns.map(({ id, text }) => (
                <td key={id} className={`py-1 pr-2 ${id === "target" ? "pl-1.5 text-left" : "text-right"}`}>
                  {id === "target" ? (
                    // The row handles the press, too.
                    <button type="button" className="rounded text-left font-medium text-accent hover:underline">
                      {line.target}
                      {line.target === target && <span className="ml-1.5 text-note font-normal text-ink-3">chosen</span>}
                    </button>
                  ) : (
                    text(line)
                  )}
                  {id === "target" && line.outcome.failure !== "" && (
                    <span className="block max-w-72 text-note leading-4 text-danger">{line.outcome.failure}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p role="status" className="mt-2 text-small text-ink-3">
        {status === "running" ? `${parts.length} done…` : `${parts.length} targets.`}
      </p>
    </Modal>
  );
}

function Heading({
  id,
  title,
  order,
  onSort,
}: {
  readonly id: string;
  readonly title: string;
  readonly order: Order;
  readonly onSort: (order: Order) => void;
}) {
  const isOwn = order.column === id;
  const Icon = order.isDown ? ArrowDown : ArrowUp;
  return (
    <th
      aria-sort={isOwn ? (order.isDown ? "descending" : "ascending") : "none"}
      className={`py-1 pr-2 font-normal ${id === "target" ? "pl-1.5 text-left" : "text-right"}`}
    >
      <button
        type="button"
        className={`inline-flex items-center gap-1 rounded hover:text-ink ${isOwn ? "font-medium text-ink" : ""}`}
        onClick={() => onSort({ column: id, isDown: isOwn ? !order.isDown : id !== "target" })}
      >
        {title}
        {isOwn && <Icon size={12} aria-hidden />}
      </button>
    </th>
  );
}

function sorted(lines: readonly TargetLine[], { column, isDown }: Order): readonly TargetLine[] {
  const value = columns.find((c) => c.id === column)?.value ?? ((l) => l.target);
  const sign = isDown ? -1 : 1;
  return [...lines].sort((a, b) => {
    const [x, y] = [value(a), value(b)];
    const compared = typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y));
    return sign * compared || a.target.localeCompare(b.target);
  });
}
