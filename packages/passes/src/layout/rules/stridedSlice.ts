/** Layout rule of `strided_slice`. Follows StridedSliceInferCorrectLayout (src/relay/op/tensor/transform.cc). */
import { type AttrValue, dimValue, intOf } from "@relayscope/ir";
import { layoutProblems } from "../diagnostics.ts";
import { intLike } from "../intLike.ts";
import { factorOf, indexOfAxis, type Layout } from "../layout.ts";
import {
  answer,
  axisAt,
  changedAttrs,
  type LayoutAnswer,
  type LayoutQuestion,
  type LayoutRule,
  type LayoutRules,
  listAttr,
  primalAt,
  shapeOf,
  textAttr,
} from "../layoutRule.ts";

/** A slice as in its attributes; null for an entry without a value. */
interface Slice {
  readonly begin: readonly AttrValue[];
  readonly end: readonly AttrValue[];
  readonly strides: readonly AttrValue[];
  readonly axes: readonly number[] | undefined;
}

type Changes = Readonly<Record<string, AttrValue>>;

/** Follows its input if that was permuted, or if axes were split into pieces that the slice does not cut. */
const stridedSlice: LayoutRule = (question) => {
  shapeOf(question);
  const old = question.oldLayouts[0];
  const now = question.newLayouts?.[0];
  if (!old || !now) return answer(question, [old], [old]);
  const slice = sliceOf(question);
  const isPrefix = old.name.startsWith(now.name) || now.name.startsWith(old.name);
  if (isPrefix && old.name.length >= now.name.length) return answer(question, [old], [old]);
  if (!isPrefix && old.name.length !== now.name.length) return unknown(question);
  const changes = isPrefix ? splitAxes(question, slice, old, now) : permuted(question, slice, old, now);
  return changes ? { inputs: [now], outputs: [now], attrs: changedAttrs(question, changes) } : unknown(question);
};

function unknown(question: LayoutQuestion): LayoutAnswer {
  return answer(question, [undefined], [undefined]);
}

function sliceOf(question: LayoutQuestion): Slice {
  const [begin, end, strides] = ["begin", "end", "strides"].map((name) => listAttr(question, name));
  const isGiven = begin && end && strides;
  const isSize = textAttr(question, "slice_mode") === "size";
  return {
    begin: isGiven ? begin : [],
    end: isGiven ? end : [],
    strides: isGiven ? strides.map((stride) => (isSize ? intLike(stride, 1) : stride)) : [],
    axes: listAttr(question, "axes")?.map((axis) => intOf(axis) ?? 0),
  };
}

function permuted(question: LayoutQuestion, slice: Slice, old: Layout, now: Layout): Changes | undefined {
  const { axes } = slice;
  if (axes) {
    const at = (values: readonly AttrValue[]) => axes.map((_, i) => entry(question, values, i));
    return {
      axes: axes.map((axis) => indexOfAxis(now, axisAt(question, old, axis).letter)),
      begin: at(slice.begin),
      end: at(slice.end),
      strides: at(slice.strides),
    };
  }
  const shape = shapeOf(question);
  const [begin, end, strides]: AttrValue[][] = [[], [], []];
  for (let i = 0; i < now.name.length; i++) {
    const from = indexOfAxis(old, axisAt(question, now, i).letter);
    if (from === -1) return undefined;
    const last = intOf(slice.end[from]) ?? dimValue(shape[from] ?? "?");
    if (last === undefined) return question.refuse(layoutProblems.openSlicePermuted);
    begin?.push(intLike(entry(question, slice.begin, 0), intOf(slice.begin[from]) ?? 0));
    end?.push(intLike(entry(question, slice.end, 0), last));
    strides?.push(intLike(entry(question, slice.strides, 0), intOf(slice.strides[from]) ?? 1));
  }
  return { begin: begin ?? [], end: end ?? [], strides: strides ?? [] };
}

/** Divides begins and ends by the size of the pieces; undefined if there is a remainder, or a stride cuts pieces. */
function splitAxes(question: LayoutQuestion, slice: Slice, old: Layout, now: Layout): Changes | undefined {
  const places = slice.axes ?? slice.begin.map((_, i) => i);
  const [begin, end, axes]: [AttrValue[], AttrValue[], number[]] = [[], [], []];
  for (const [i, place] of places.entries()) {
    const letter = slice.axes ? axisAt(question, old, place).letter : primalAt(question, old, place);
    axes.push(indexOfAxis(now, letter));
    const factor = factorOf(now, primalAt(question, old, place));
    const [first, last] = [entry(question, slice.begin, i), entry(question, slice.end, i)];
    if (factor === undefined) {
      begin.push(first);
      end.push(last);
      continue;
    }
    if ((intOf(slice.strides[i]) ?? 1) !== 1) return undefined;
    const from = intOf(first) ?? 0;
    const to = slice.axes ? (intOf(last) ?? 0) : endOf(question, place, from, last);
    if (from % factor !== 0 || to % factor !== 0) return undefined;
    begin.push(intLike(slice.begin[0], from / factor));
    end.push(intLike(slice.end[0], to / factor));
  }
  return slice.axes ? { axes, begin, end } : { begin, end };
}

/** Where a slice ends; with `slice_mode="size"`, its end is a size, and a negative one reaches to the end. */
function endOf(question: LayoutQuestion, place: number, from: number, last: AttrValue): number {
  const given = intOf(last);
  const isSize = textAttr(question, "slice_mode") === "size";
  if (given !== undefined && !isSize) return given;
  if (given !== undefined && given >= 0) return from + given;
  const whole = dimValue(shapeOf(question)[place] ?? "?");
  return whole ?? question.refuse(layoutProblems.openSliceSplit);
}

function entry(question: LayoutQuestion, values: readonly AttrValue[], index: number): AttrValue {
  const value = values[index];
  return value ?? question.refuse(layoutProblems.tooFewNumbers);
}

export const stridedSliceRules: LayoutRules = { strided_slice: stridedSlice };
