import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { useRef } from "react";
import { useListener } from "../hooks/useListener.ts";
import { steppedStack } from "../picture/repetitions.ts";
import { indicesOf, type Scene } from "../picture/scene.ts";
import { usePage, usePageState } from "../state/page.ts";
import { IconButton } from "../ui/Button.tsx";
import { grouped } from "../ui/format.ts";

/** For a picture with an open stack: which repetition is shown, and buttons to step to the others. */
export function Stepper({ scene, selectedIds }: { readonly scene: Scene; readonly selectedIds: readonly number[] }) {
  const { actions } = usePage();
  const opened = usePageState((s) => s.view.opened);
  const shown = steppedStack(scene.answer.graph, [...indicesOf(scene, selectedIds)].slice(0, 2), opened);
  const ref = useRef<HTMLFieldSetElement>(null);
  const step = (by: number) => {
    const next = shown ? shown.at + by : -1;
    if (shown && next >= 0 && next < shown.of) actions.showRepetition(shown.stack, next);
  };
  // The picture has the keys while it has the focus; the button that opened the stack is gone, and its focus with it.
  useListener("keydown", (event) => {
    const by = event.key === "PageDown" ? 1 : event.key === "PageUp" ? -1 : 0;
    const isOwn = event.target === document.body || (event.target instanceof Node && ref.current?.contains(event.target));
    if (!shown || by === 0 || event.defaultPrevented || !isOwn) return;
    event.preventDefault();
    step(by);
  });
  if (!shown) return null;
  const { stack, at, of } = shown;
  return (
    <fieldset
      ref={ref}
      aria-label="Repetitions of the open stack"
      className="flex h-6 shrink-0 items-center rounded-md border border-accent-line bg-raised px-0.5 text-note font-semibold"
    >
      <IconButton
        icon={ChevronLeft}
        className="size-5"
        label="Previous repetition (Page Up)"
        disabled={at === 0}
        onClick={() => step(-1)}
      />
      <span role="status" className="tabular-nums">
        {grouped(at + 1)} of {grouped(of)}
      </span>
      <IconButton
        icon={ChevronRight}
        className="size-5"
        label="Next repetition (Page Down)"
        disabled={at + 1 === of}
        onClick={() => step(1)}
      />
      <IconButton icon={X} size={13} className="size-5" label="Close the stack" onClick={() => actions.toggleFrame(stack)} />
    </fieldset>
  );
}
