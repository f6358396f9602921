import { ChevronRight, ChevronsLeft } from "lucide-react";
import { IconButton } from "../ui/Button.tsx";
import { foldText } from "./chipWidth.ts";
import type { StripItem } from "./stripItems.ts";

interface FoldChipProps {
  readonly item: Extract<StripItem, { kind: "fold" }>;
  readonly names: readonly string[];
  readonly onToggle: (isOpen: boolean) => void;
}

/** Neighboring passes that changed nothing, as one chip. Pressing it shows their chips, or folds them again. */
export function FoldChip({ item: { stages, isOpen }, names, onToggle }: FoldChipProps) {
  const list = names.join(", ");
  if (isOpen) {
    return (
      <IconButton icon={ChevronsLeft} size={13} className="size-6 self-center" label={`Fold ${list}`} onClick={() => onToggle(false)} />
    );
  }
  return (
    <div className="flex items-stretch" role="presentation">
      <ChevronRight size={13} aria-hidden className="-mx-px shrink-0 self-center text-ink-3/60" />
      <button
        type="button"
        aria-expanded={false}
        aria-label={`${stages.length} unchanged: ${list}`}
        data-hint={list}
        onClick={() => onToggle(true)}
        className="h-10 rounded-md border border-transparent px-2 text-small whitespace-nowrap text-ink-3 outline-offset-[-1px] hover:bg-hover hover:text-ink"
      >
        {foldText(stages.length)}
      </button>
    </div>
  );
}
