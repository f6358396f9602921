import { regionLetter } from "@relayscope/palette";
import { chosenColors, type PageState, targetsOfRun } from "../state/model.ts";
import { usePageState } from "../state/page.ts";
import { RegionMark } from "./RegionMark.tsx";

/**
 * How targets are marked: by color and letter where pictures are colored by target (if chosen, and by default if
 * several targets have regions), else by the letter alone, which the legend explains, or by nothing for one target.
 */
export function targetLook(state: Pick<PageState, "run" | "preferences" | "learning">): "color" | "letter" | "dot" {
  const areSeveral = targetsOfRun(state.run).length > 1;
  const chosen = chosenColors(state);
  if (chosen === "target" || (chosen === undefined && areSeveral)) return "color";
  return areSeveral ? "letter" : "dot";
}

/** The swatch of a target. */
export function TargetMark({ color, size = 16 }: { readonly color: number; readonly size?: number }) {
  const look = usePageState(targetLook);
  if (look === "color") return <RegionMark color={color} size={size} />;
  if (look === "letter" && color >= 0) return <RegionMark color={-1} size={size} letter={regionLetter(color)} />;
  return (
    <span aria-hidden className="inline-flex shrink-0 items-center justify-center" style={{ width: size, height: size }}>
      <span className="size-1/2 rounded-[2px] bg-ink-3" />
    </span>
  );
}
