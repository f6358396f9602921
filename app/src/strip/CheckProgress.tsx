import { Square, X } from "lucide-react";
import { useShallow } from "zustand/react/shallow";
import { usePage } from "../state/page.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { useChecks } from "./useChecks.ts";

/** Over the panes while all passes are checked, until it is closed: the progress and the result. */
export function CheckProgress() {
  const { checks } = usePage();
  const { total, done, same, different } = useChecks(
    useShallow(({ all, byStage }) => {
      const kinds = all.map((stage) => byStage.get(stage)?.answer?.kind);
      return {
        total: all.length,
        done: kinds.filter((k) => k !== undefined).length,
        same: kinds.filter((k) => k === "same").length,
        different: kinds.filter((k) => k === "different").length,
      };
    }),
  );
  if (total === 0) return null;
  const isRunning = done < total;
  const rest = total - same - different;
  const words = [
    `${same} of ${total} passes keep the meaning`,
    different > 0 ? `${different} ${different === 1 ? "does" : "do"} not` : "",
    rest > 0 ? `${rest} could not be checked` : "",
  ];
  return (
    <div className="absolute bottom-7 left-3 z-30 flex max-w-[calc(100%-1.5rem)] items-center gap-1.5 rounded-lg border border-line-strong bg-raised py-1 pr-1 pl-3 text-small shadow-float">
      <span role="status" aria-live="polite" className={different > 0 ? "font-semibold text-danger" : "text-ink-2"}>
        {isRunning ? `Checking, ${done} of ${total} done` : words.filter((w) => w !== "").join(", ")}
      </span>
      {isRunning ? (
        <Button look="outline" icon={Square} onClick={() => checks.cancel()}>
          Stop
        </Button>
      ) : (
        <IconButton icon={X} label="Put away" onClick={() => checks.putAway()} />
      )}
    </div>
  );
}
