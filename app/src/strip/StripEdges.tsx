import { ChevronLeft, ChevronRight } from "lucide-react";
import { type RefObject, useState } from "react";
import { useListener } from "../hooks/useListener.ts";
import { useSize } from "../hooks/useSize.ts";
import { IconButton } from "../ui/Button.tsx";

/** The share of the room that a press scrolls. */
const stride = 0.7;

/** Pixels of an end that fades. */
const edge = 48;

interface StripEdgesProps {
  readonly listRef: RefObject<HTMLElement | null>;
  readonly width: number;
  /** How much of the strip's beginning stays in sight, in pixels. */
  readonly inset: number;
}

/**
 * The ends of a strip that scrolls sideways: the hidden part fades, and pressing an end scrolls there. Each row also
 * fades next to the input. Arrow keys along the chips do the same.
 */
export function StripEdges({ listRef, width, inset }: StripEdgesProps) {
  const [{ before, after }, setBeyond] = useState({ before: false, after: false });
  const measure = () => {
    const list = listRef.current;
    if (!list) return;
    const beyond = { before: list.scrollLeft > 1, after: list.scrollLeft + list.clientWidth < list.scrollWidth - 1 };
    setBeyond((b) => (b.before === beyond.before && b.after === beyond.after ? b : beyond));
  };
  // The hidden part depends on how wide the rows are.
  useSize(listRef, measure, width);
  useListener("scroll", measure, listRef);
  const go = (by: number) => listRef.current?.scrollBy({ left: by * stride * listRef.current.clientWidth, behavior: "smooth" });
  return (
    <>
      {before && (
        <div
          style={{ paddingLeft: inset, width: inset + edge }}
          className="pointer-events-none absolute inset-y-0 left-0 z-[5] flex items-center bg-linear-to-r from-panel from-[calc(100%-1.25rem)] to-transparent"
        >
          <IconButton
            icon={ChevronLeft}
            label="Earlier passes"
            tabIndex={-1}
            className="pointer-events-auto h-10 w-6"
            onClick={() => go(-1)}
          />
        </div>
      )}
      {after && (
        <div className="pointer-events-none absolute inset-y-0 right-0 flex w-12 items-center justify-end bg-linear-to-l from-panel from-60% to-transparent">
          <IconButton
            icon={ChevronRight}
            label="Later passes"
            tabIndex={-1}
            className="pointer-events-auto h-10 w-6"
            onClick={() => go(1)}
          />
        </div>
      )}
    </>
  );
}
