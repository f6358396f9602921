import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";

/** A part next to the main one, with a size that the user drags. */
export interface SidePart {
  /** The accessible name of its divider. */
  readonly label: string;
  readonly content: ReactNode;
  /** Its landmark, with its divider; undefined if its parent is one. */
  readonly landmark?: string;
  /** Its initial share of the whole, and the largest. */
  readonly share: number;
  readonly most: number;
  /** Its least size in CSS pixels. */
  readonly least: number;
  /** Whether it is hidden for now; its text and scroll position are kept. */
  readonly isHidden?: boolean;
}

interface SplitProps {
  /** `across`: the parts are columns; `down`: they are rows. */
  readonly direction: "across" | "down";
  readonly start?: SidePart | undefined;
  readonly end?: SidePart | undefined;
  /** The main part, which takes the remaining room. */
  readonly children: ReactNode;
}

/** How far an arrow key moves a divider, as a share of the whole. */
const step = 0.02;

/**
 * A main part with resizable parts before and after it. The main part keeps its state when these appear and disappear.
 */
export function Split({ direction, start, end, children }: SplitProps) {
  const ref = useRef<HTMLDivElement>(null);
  const isAcross = direction === "across";
  return (
    <div ref={ref} className={`flex size-full min-h-0 min-w-0 ${isAcross ? "" : "flex-col"}`}>
      <Side key="start" part={start} isAcross={isAcross} isStart whole={ref} />
      <div key="main" className="min-h-0 min-w-0 flex-1 overflow-hidden">
        {children}
      </div>
      <Side key="end" part={end} isAcross={isAcross} isStart={false} whole={ref} />
    </div>
  );
}

interface SideProps {
  readonly part: SidePart | undefined;
  readonly isAcross: boolean;
  readonly isStart: boolean;
  readonly whole: { readonly current: HTMLDivElement | null };
}

function Side({ part, isAcross, isStart, whole }: SideProps) {
  /** The sizes that the user chose, by initial share: a part with other content has another initial share. */
  const [chosen, setChosen] = useState<Readonly<Record<number, number>>>({});
  const [isDragged, setIsDragged] = useState(false);
  if (!part) return null;
  const { label, content, landmark, least, most, isHidden } = part;
  const share = chosen[part.share] ?? part.share;
  const length = () => (isAcross ? whole.current?.clientWidth : whole.current?.clientHeight) || 1;
  const choose = (wanted: number) =>
    setChosen({ ...chosen, [part.share]: Math.min(most, Math.max(Math.min(most, least / length()), wanted)) });
  const drag = (event: PointerEvent<HTMLElement>) => {
    const box = whole.current?.getBoundingClientRect();
    if (!isDragged || !box) return;
    const at = isAcross ? event.clientX - box.left : event.clientY - box.top;
    choose(isStart ? at / length() : 1 - at / length());
  };
  const press = (event: KeyboardEvent) => {
    const [less, more] = isAcross ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
    const moved = event.key === less ? -step : event.key === more ? step : undefined;
    if (moved === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    choose(share + (isStart ? moved : -moved));
  };
  const divider = (
    // biome-ignore lint/a11y/useSemanticElements: a rule between paragraphs has no value
    <div
      role="separator"
      aria-label={label}
      aria-orientation={isAcross ? "vertical" : "horizontal"}
      aria-valuemin={0}
      aria-valuemax={Math.round(most * 100)}
      aria-valuenow={Math.round(share * 100)}
      tabIndex={0}
      className="divider"
      data-separator={isDragged ? "active" : undefined}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setIsDragged(true);
      }}
      onPointerMove={drag}
      onPointerUp={() => setIsDragged(false)}
      onPointerCancel={() => setIsDragged(false)}
      onDoubleClick={() => setChosen({ ...chosen, [part.share]: part.share })}
      onKeyDown={press}
    />
  );
  const size = { flex: `0 0 clamp(min(${least}px, ${most * 100}%), ${share * 100}%, ${most * 100}%)` };
  if (landmark !== undefined) {
    return (
      <aside aria-label={landmark} className={`${isHidden ? "hidden" : "flex"} min-h-0 min-w-0 ${isAcross ? "" : "flex-col"}`} style={size}>
        {!isStart && divider}
        <div className="min-h-0 min-w-0 flex-1 overflow-hidden">{content}</div>
        {isStart && divider}
      </aside>
    );
  }
  return (
    <>
      {!isStart && divider}
      <div className="min-h-0 min-w-0 overflow-hidden" style={size}>
        {content}
      </div>
      {isStart && divider}
    </>
  );
}
