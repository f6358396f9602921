import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { usePage } from "../../state/page.ts";
import { showInTab } from "./scroll.ts";

export interface TreeLine {
  readonly level: number;
  readonly content: ReactNode;
  /**
   * Ids of the nodes that the line concerns. They are ringed while the pointer or focus is on the line, and brought
   * into view when you press it.
   */
  readonly nodes: readonly number[];
}

interface LineTreeProps {
  readonly label: string;
  readonly lines: readonly TreeLine[];
}

/** Lines that form a tree in preorder, fully expanded, for eyes, keys and screen readers. */
export function LineTree({ label, lines }: LineTreeProps) {
  const { actions } = usePage();
  const [current, setCurrent] = useState(0);
  const treeId = useId();
  const lineId = (index: number) => `${treeId}-${index}`;

  function go(index: number) {
    const next = Math.max(0, Math.min(lines.length - 1, index));
    setCurrent(next);
    actions.point(lines[next]?.nodes ?? []);
    showInTab(document.getElementById(lineId(next)), false);
  }

  function onKeyDown(event: KeyboardEvent) {
    const level = lines[current]?.level ?? 1;
    switch (event.key) {
      case "ArrowDown":
      case "ArrowRight":
        go(current + 1);
        break;
      case "ArrowUp":
        go(current - 1);
        break;
      case "ArrowLeft":
        go(lines.findLastIndex((line, i) => i < current && line.level < level));
        break;
      case "Home":
        go(0);
        break;
      case "End":
        go(lines.length - 1);
        break;
      case "Enter":
      case " ":
        actions.point(lines[current]?.nodes ?? [], true);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={lineId(current)}
      onKeyDown={onKeyDown}
      onFocus={() => actions.point(lines[current]?.nodes ?? [])}
      onBlur={() => actions.point([])}
      onMouseLeave={() => actions.point([])}
      className="group/tree -mx-1 rounded py-0.5 outline-offset-0"
    >
      {lines.map((line, i) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          key={i}
          id={lineId(i)}
          role="treeitem"
          tabIndex={-1}
          aria-level={line.level}
          aria-selected={i === current}
          onMouseEnter={() => actions.point(line.nodes)}
          onClick={() => {
            setCurrent(i);
            actions.point(line.nodes, true);
          }}
          className={`rounded-sm pr-1 ${line.nodes.length > 0 ? "cursor-pointer hover:bg-hover" : ""} ${i === current ? "group-focus/tree:bg-hover group-focus/tree:shadow-[inset_2px_0_0_var(--accent)]" : ""}`}
          style={{ paddingLeft: 4 + Math.min(line.level - 1, 14) * 11 }}
        >
          {line.content}
        </div>
      ))}
    </div>
  );
}
