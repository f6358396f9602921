/** The state of code that runs. */
import { raised } from "../model/exceptions.ts";
import type { CodeInfo, Frame, Runtime } from "../model/runtime.ts";
import { Cell, type PyObject, type Value } from "../model/value.ts";

export class RunningFrame implements Frame {
  back: Frame | undefined;
  depth: number;
  line: number;
  result: Value = null;
  handled: PyObject[] | undefined = undefined;
  trace: unknown = undefined;

  constructor(
    readonly m: Runtime,
    readonly code: CodeInfo,
    readonly globals: Map<string, Value>,
    readonly slots: (Value | undefined)[],
    readonly cells: Cell[],
    readonly names: Map<string, Value> | undefined,
  ) {
    this.back = m.frame;
    this.depth = m.frame ? m.frame.depth + 1 : 1;
    this.line = code.line;
  }
}

/** Raises RecursionError where a frame is too deep. */
export function checkDepth(frame: Frame): void {
  if (frame.depth > frame.m.depthLimit) throw raised("RecursionError", "maximum recursion depth exceeded");
}

/** Own cells, empty, before those of the functions around. */
export function cellsFor(own: number, outer: Cell[]): Cell[] {
  if (own === 0) return outer;
  const cells: Cell[] = [];
  for (let i = 0; i < own; i++) cells.push(new Cell(undefined));
  for (const cell of outer) cells.push(cell);
  return cells;
}
