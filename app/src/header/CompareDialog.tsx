import type { TargetLine } from "@relayscope/engine";
import { ArrowDown, ArrowUp, Square } from "lucide-react";
import { useEffect, useState } from "react";
import { useSearch } from "../hooks/useSearch.ts";
import { usePage, usePageState } from "../state/page.ts";
import { Button } from "../ui/Button.tsx";
import { Modal } from "../ui/Modal.tsx";
import { Prose } from "../ui/Prose.tsx";
import { columns, type Order, sorted } from "./targetOrder.ts";

/**
 * Compares targets on this module: the document's own target, if it has one, and the flow of every built-in target. A
 * line appears when its flow is done; pressing it chooses the target.
 */
export function CompareDialog() {
  const { actions } = usePage();
  const target = usePageState((s) => s.document.target);
  const { status, parts, stop } = useSearch<TargetLine>("compare", (engine, epoch, onPart) => engine.compareTargets(epoch, onPart), true);
  const [order, setOrder] = useState<Order>({ column: "share", isDown: true });
  // The search starts when the dialog opens, and again if another run discarded it.
  useEffect(() => stop, [stop]);
  const hasOwn = parts.some(({ isOwn }) => isOwn);
  const isInUse = (line: TargetLine) => line.isOwn || (!hasOwn && line.target === target);
  const choose = (line: TargetLine) => {
    // The document's own target runs already, in a pipeline that may be edited.
    if (!line.isOwn) actions.chooseTarget(line.target);
    actions.showDialog(undefined);
  };
  return (
    <Modal title="Compare targets" width={860}>
      <div className="mb-2 flex min-h-7 items-center justify-between gap-3">
        <p className="text-ink-2">
          Each built-in target's own flow, at its own opt level, on this module
          {hasOwn ? `, after the present run of ${target}, which this document defines.` : "."}
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
              key={`${line.isOwn} ${line.target}`}
              className={`cursor-pointer border-t border-line hover:bg-hover ${isInUse(line) ? "bg-accent-soft" : ""}`}
              onClick={() => choose(line)}
            >
              {columns.map(({ id, text }) => (
                <td key={id} className={`py-1 pr-2 ${id === "target" ? "pl-1.5 text-left" : "text-right"}`}>
                  {id === "target" ? (
                    // The row handles the press, too.
                    <button type="button" className="rounded text-left font-medium text-accent hover:underline">
                      {line.target}
                      {isInUse(line) && <span className="ml-1.5 text-note font-normal text-ink-3">in use</span>}
                    </button>
                  ) : (
                    text(line)
                  )}
                  {id === "target" && line.outcome.failure !== "" && (
                    <span className="block max-w-72 text-note leading-4 text-danger">
                      <Prose text={line.outcome.failure} />
                    </span>
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
