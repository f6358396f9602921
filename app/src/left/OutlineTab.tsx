import { useVirtualizer } from "@tanstack/react-virtual";
import { ChevronDown, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { useGraph, useSelectedAt } from "../hooks/useGraph.ts";
import { shownStage } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { Empty } from "../ui/Empty.tsx";
import { TargetMark } from "../ui/TargetMark.tsx";
import { type OutlineRow, outlineOf } from "./outline.ts";

const rowHeight = 24;
const none: readonly OutlineRow[] = [];

/** The picture as a tree, for eyes, keys and screen readers: the same nodes, frames and regions. */
export function OutlineTab() {
  const { actions } = usePage();
  const stage = usePageState(shownStage);
  const shown = useGraph(stage);
  const selected = useSelectedAt(stage);
  const graph = shown?.answer.graph;
  const rows = useMemo(() => (graph ? outlineOf(graph) : none), [graph]);
  const [current, setCurrent] = useState(0);
  const scrollRef = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const chosen = selected[0];

  useEffect(() => {
    const index = rows.findIndex((r) => r.kind === "node" && r.id === chosen);
    if (index < 0) return;
    setCurrent(index);
    virtual.scrollToIndex(index, { align: "auto" });
  }, [chosen, rows, virtual]);

  if (!graph || rows.length === 0) return <Empty title="Nothing to outline" />;

  function go(index: number) {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setCurrent(next);
    virtual.scrollToIndex(next, { align: "auto" });
    const row = rows[next];
    if (row?.kind === "node") actions.select(shown?.stage ?? stage, [row.id], true);
  }

  function onKeyDown(event: KeyboardEvent) {
    const row = rows[current];
    switch (event.key) {
      case "ArrowDown":
        go(current + 1);
        break;
      case "ArrowUp":
        go(current - 1);
        break;
      case "Home":
        go(0);
        break;
      case "End":
        go(rows.length - 1);
        break;
      case "ArrowRight":
        if (row?.isOpen === false) actions.toggleFrame(row.id);
        else go(current + 1);
        break;
      case "ArrowLeft":
        if (row?.isOpen) actions.toggleFrame(row.id);
        else go(rows.findLastIndex((r, i) => i < current && r.level < (row?.level ?? 1)));
        break;
      case "Enter":
      case " ":
        if (row?.kind === "frame") actions.toggleFrame(row.id);
        else if (row) actions.select(shown?.stage ?? stage, [row.id], true);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  const rowId = (index: number) => `outline-${index}`;
  return (
    <div
      ref={scrollRef}
      role="tree"
      aria-label="Outline of the picture"
      tabIndex={0}
      aria-activedescendant={rowId(current)}
      onKeyDown={onKeyDown}
      className="h-full overflow-y-auto py-1 outline-offset-[-2px]"
    >
      <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          const region = graph.regions[row.region];
          const isSelected = row.kind === "node" && selected.includes(row.id);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys
            <div
              key={row.key}
              id={rowId(item.index)}
              role="treeitem"
              tabIndex={-1}
              aria-level={row.level}
              aria-posinset={row.place}
              aria-setsize={row.siblings}
              aria-selected={isSelected}
              {...(row.isOpen === undefined ? {} : { "aria-expanded": row.isOpen })}
              onClick={() => {
                setCurrent(item.index);
                if (row.kind === "frame") actions.toggleFrame(row.id);
                else actions.select(shown?.stage ?? stage, [row.id], true);
              }}
              className={`absolute inset-x-0 flex cursor-pointer items-center gap-1.5 pr-2 whitespace-nowrap ${isSelected ? "bg-accent-soft" : "hover:bg-hover"} ${item.index === current ? "shadow-[inset_2px_0_0_var(--accent)]" : ""}`}
              style={{ top: item.start, height: rowHeight, paddingLeft: 6 + row.level * 12 }}
            >
              {row.isOpen === undefined ? (
                <span className="w-3 shrink-0" />
              ) : row.isOpen ? (
                <ChevronDown size={12} aria-hidden className="shrink-0 text-ink-3" />
              ) : (
                <ChevronRight size={12} aria-hidden className="shrink-0 text-ink-3" />
              )}
              {region && region.color >= 0 && <TargetMark color={region.color} size={12} />}
              <span className={row.kind === "frame" ? "font-semibold" : ""}>{row.label}</span>{" "}
              <span className="min-w-0 truncate text-note text-ink-3">{row.detail}</span>
              <span className="sr-only">{[region?.label ?? "", row.isNew ? "new" : ""].filter((t) => t !== "").join(", ")}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
