import { Square, X } from "lucide-react";
import { useShallow } from "zustand/react/shallow";
import { usePage, usePageState } from "../state/page.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { Prose } from "../ui/Prose.tsx";
import { checkWords } from "./checkWords.ts";
import { useChecks } from "./useChecks.ts";

/** Over the panes while passes are checked, until it is closed: the progress and the result. */
export function CheckProgress() {
  const { checks } = usePage();
  const stages = usePageState((s) => s.run.stages);
  const { text, isRunning, isDifferent } = useChecks(
    useShallow((state) => checkWords(state, (at) => stages.find(({ stage }) => stage === at)?.pass ?? "the pass")),
  );
  if (text === "") return null;
  return (
    <div className="absolute bottom-12 left-3 z-30 flex max-w-[calc(100%-1.5rem)] items-center gap-1.5 rounded-lg border border-line-strong bg-raised py-1 pr-1 pl-3 text-small shadow-float">
      <span role="status" aria-live="polite" className={isDifferent ? "font-semibold text-danger" : "text-ink-2"}>
        <Prose text={text} />
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
