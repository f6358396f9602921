import { Panel } from "@xyflow/react";
import { Contrast, Search, X } from "lucide-react";
import { useAnswer } from "../hooks/useAnswer.ts";
import { withKey } from "../state/commands/shortcuts.ts";
import { usePage, usePageState } from "../state/page.ts";
import { IconButton } from "../ui/Button.tsx";
import { plural } from "../ui/format.ts";

/** Over a filtered picture: how many nodes match, a button to invert the filter, and a button to end it. */
export function FilterBar({ stage }: { readonly stage: number }) {
  const { actions } = usePage();
  const filter = usePageState((s) => s.filter);
  const query = filter?.query ?? "";
  const { value } = useAnswer(
    query === "" ? undefined : { key: `search/${stage}/${query}`, stage, ask: (engine, epoch) => engine.search(epoch, stage, query) },
  );
  if (!filter) return null;
  const count = value?.ids.length ?? 0;
  return (
    <Panel position="top-left" className="filter-bar" role="group" aria-label="Filter of the picture">
      <Search size={12} aria-hidden className="shrink-0 text-ink-3" />
      <code className="max-w-40 truncate font-mono text-small" title={query}>
        {query}
      </code>
      <span role="status" className="text-ink-3">
        {count === 0
          ? "not at this stage"
          : filter.isInverted
            ? `${plural(count, "node")} dimmed`
            : `${plural(count, "node")}, the rest dimmed`}
      </span>
      <IconButton
        icon={Contrast}
        size={13}
        className="size-6"
        label={withKey("Invert the filter", "invertFilter")}
        isPressed={filter.isInverted}
        onClick={actions.invertFilter}
      />
      <IconButton icon={X} size={13} className="size-6" label="End the filter" onClick={() => actions.setFilter(undefined)} />
    </Panel>
  );
}
