import type { TargetLine } from "@relayscope/engine";
import { ArrowDown, ArrowUp, Square } from "lucide-react";
import { useEffect, useState } from "react";
import { useSearch } from "../hooks/useSearch.ts";
import { usePage } from "../state/page.ts";
import { Button } from "../ui/Button.tsx";
import { plural } from "../ui/format.ts";
import { Modal } from "../ui/Modal.tsx";
import { Prose } from "../ui/Prose.tsx";
import { columns, type Order, sorted } from "./targetOrder.ts";

/**
 * Compares targets on this module: the run on the page, and the flow of every target of the document and of every
 * built-in one. A line appears when its flow is done; pressing it chooses the target.
 */
export function CompareDialog() {
  const { actions } = usePage();
  const { status, parts, stop } = useSearch<TargetLine>("compare", (engine, epoch, onPart) => engine.compareTargets(epoch, onPart), true);
  const [order, setOrder] = useState<Order>({ column: "share", isDown: true });
  // The search starts when the dialog opens, and again if another run discarded it.
  useEffect(() => stop, [stop]);
  const flows = parts.filter((line) => !line.isInUse).length;
  const choose = (line: TargetLine) => {
    // The target in use runs already, in a pipeline that may be edited.
    if (!line.isInUse) actions.chooseTarget(line.target);
    actions.showDialog(undefined);
  };
  return (
    <Modal title="Compare targets" width={860}>
      <div className="mb-2 flex min-h-7 items-center justify-between gap-3">
        <p className="text-ink-2">
          First the run on the page, with its pipeline. Then each target's own flow, at its own opt level, on this module.
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
              key={`${line.isInUse} ${line.target}`}
              className={`cursor-pointer border-t border-line hover:bg-hover ${line.isInUse ? "bg-accent-soft" : ""}`}
              onClick={() => choose(line)}
            >
              {columns.map(({ id, text }) => (
                <td key={id} className={`py-1 pr-2 ${id === "target" ? "pl-1.5 text-left" : "text-right"}`}>
                  {id === "target" ? (
                    // The row handles the press, too.
                    <button type="button" className="rounded text-left font-medium text-accent hover:underline">
                      {line.target}
                      {line.isInUse && <span className="ml-1.5 text-note font-normal text-ink-3">in use, with the page's pipeline</span>}
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
        {status === "running" ? `${plural(flows, "flow")} done…` : `${plural(flows, "flow")} compared.`}
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
