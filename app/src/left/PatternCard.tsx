import type { TargetPattern } from "@relayscope/engine";
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { usePageState } from "../state/page.ts";
import { IconButton } from "../ui/Button.tsx";
import { PatternField } from "./PatternField.tsx";

interface PatternCardProps {
  readonly pattern: TargetPattern;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onChange: (pattern: TargetPattern, isContinued?: boolean) => void;
  readonly onRemove: () => void;
  readonly onMove: (by: number) => void;
}

/** A row of the pattern table: its name and its pattern, in the text form of the reference's Python. */
export function PatternCard({ pattern, isFirst, isLast, onChange, onRemove, onMove }: PatternCardProps) {
  const problem = usePageState((s) => s.run.problems.find((p) => p.severity === "error" && p.message.includes(`\`${pattern.name}\``)));
  return (
    <li className="group rounded-md border border-line bg-panel focus-within:border-line-strong">
      <div className="flex items-center gap-0.5 pr-1">
        <input
          aria-label="Pattern name"
          defaultValue={pattern.name}
          key={pattern.name}
          spellCheck={false}
          onBlur={(event) => {
            const name = event.target.value.trim();
            if (name !== "" && name !== pattern.name) onChange({ ...pattern, name });
          }}
          onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
          className="h-7 min-w-0 flex-1 truncate rounded-md bg-transparent px-2 font-medium outline-offset-[-2px]"
        />
        <span className="flex opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100">
          <IconButton
            icon={ArrowUp}
            size={13}
            className="size-6"
            label={`Try ${pattern.name} earlier`}
            disabled={isFirst}
            onClick={() => onMove(-1)}
          />
          <IconButton
            icon={ArrowDown}
            size={13}
            className="size-6"
            label={`Try ${pattern.name} later`}
            disabled={isLast}
            onClick={() => onMove(1)}
          />
          <IconButton icon={Trash2} size={13} className="size-6" label={`Remove ${pattern.name}`} onClick={onRemove} />
        </span>
      </div>
      <div className="px-1 pb-1">
        <PatternField
          label={`Pattern of ${pattern.name}`}
          value={pattern.pattern}
          isWrong={problem !== undefined}
          onCommit={(text, isContinued) => onChange({ ...pattern, pattern: text }, isContinued)}
        />
      </div>
    </li>
  );
}
