import { Panel } from "@xyflow/react";
import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { usePage, usePageState } from "../state/page.ts";
import { IconButton } from "../ui/Button.tsx";
import { steppedStack } from "./repetitions.ts";
import type { Scene } from "./scene.ts";
import type { Marked } from "./useMarks.ts";

/** Over a picture with an open stack: which repetition is shown, and buttons to step to the others. */
export function Stepper({ scene, selected }: { readonly scene: Scene; readonly selected: Marked }) {
  const { actions } = usePage();
  const opened = usePageState((s) => s.view.opened);
  const shown = steppedStack(scene.answer.graph, [...selected].slice(0, 2), opened);
  if (!shown) return null;
  const { stack, at, of } = shown;
  return (
    <Panel position="top-right" className="stepper" role="group" aria-label="Repetitions of the open stack">
      <IconButton
        icon={ChevronLeft}
        className="size-6"
        label="Previous repetition (Page Up)"
        disabled={at === 0}
        onClick={() => actions.showRepetition(stack, at - 1)}
      />
      <span role="status" className="tabular-nums">
        {at + 1} of {of}
      </span>
      <IconButton
        icon={ChevronRight}
        className="size-6"
        label="Next repetition (Page Down)"
        disabled={at + 1 === of}
        onClick={() => actions.showRepetition(stack, at + 1)}
      />
      <IconButton icon={X} size={13} className="size-6" label="Close the stack" onClick={() => actions.toggleFrame(stack)} />
    </Panel>
  );
}
