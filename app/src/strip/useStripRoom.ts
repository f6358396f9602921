import { type RefObject, useState } from "react";
import { flushSync } from "react-dom";
import { useSize } from "../hooks/useSize.ts";
import type { StripRoom } from "./stripFit.ts";

/** An element that is higher than its first child by this factor has two rows. */
const oneRow = 1.6;
const nothing: StripRoom = { width: 0, rows: 1 };

/**
 * The room inside the padding of an element, which gives the strip its height. It is kept up to date. The width is 0
 * before it is known.
 */
export function useStripRoom(ref: RefObject<HTMLElement | null>): StripRoom {
  const [room, setRoom] = useState(nothing);
  useSize(ref, (element) => {
    const { paddingLeft, paddingRight } = getComputedStyle(element);
    const width = Math.floor(element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight));
    const rows = element.clientHeight > oneRow * (element.firstElementChild?.clientHeight ?? 0) ? 2 : 1;
    // Before the element is painted.
    flushSync(() => setRoom((before) => (before.width === width && before.rows === rows ? before : { width, rows })));
  });
  return room;
}
