import { chosenColors, type PageState } from "../state/model.ts";
import { usePageState } from "../state/page.ts";
import { RegionMark } from "./RegionMark.tsx";

/** Whether pictures are colored by target: if chosen, and by default if several targets have regions. */
function showsTargets(state: PageState): boolean {
  const chosen = chosenColors(state);
  if (chosen !== undefined) return chosen === "target";
  const { run } = state;
  return new Set(run.stages.flatMap(({ summary }) => summary.regions.map(({ target }) => target))).size > 1;
}

/** The swatch of a target; gray if the pictures' colors and letters mean something else. */
export function TargetMark({ color, size = 16 }: { readonly color: number; readonly size?: number }) {
  const isTarget = usePageState(showsTargets);
  if (isTarget) return <RegionMark color={color} size={size} />;
  return (
    <span aria-hidden className="inline-flex shrink-0 items-center justify-center" style={{ width: size, height: size }}>
      <span className="size-1/2 rounded-[2px] bg-ink-3" />
    </span>
  );
}
