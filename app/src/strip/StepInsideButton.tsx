import { ListVideo } from "lucide-react";
import { usePage, usePageState } from "../state/page.ts";
import { playedPasses } from "../state/play.ts";

/** Beside the shown pass's chip: plays the pass decision by decision. */
export function StepInsideButton({ stage, name }: { readonly stage: number; readonly name: string }) {
  const { actions } = usePage();
  const isOpen = usePageState((s) => s.play?.stage === stage);
  if (!playedPasses.has(name)) return null;
  return (
    <button
      type="button"
      aria-label={`Step inside ${name}`}
      aria-pressed={isOpen}
      title="Step inside: the pass, decision by decision (i)"
      onClick={() => (isOpen ? actions.leavePass() : actions.enterPass(stage))}
      className={`flex h-6 w-6 shrink-0 items-center justify-center self-center rounded-md hover:bg-hover ${isOpen ? "bg-accent-soft text-accent" : "text-ink-3"}`}
    >
      <ListVideo size={14} aria-hidden />
    </button>
  );
}
