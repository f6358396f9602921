/**
 * The interface of operators' layout rules. Follows FInferCorrectLayout (src/relay/transforms/infer_layout_utils.h).
 * A rule is called twice for a call. Before anything moved (`newLayouts` undefined), it returns the layouts that the
 * call takes and gives. Then it receives the present layouts of the arguments, and returns the layouts (and attributes)
 * that it adapts to.
 */
import { type Attrs, type AttrValue, attrOf, type Dim, isAttrList, type Type, textOf, withAttrs } from "@relayscope/ir";
import { layoutProblems } from "./diagnostics.ts";
import { isPrimal, type Layout, type LayoutAxis, type MaybeLayout } from "./layout.ts";

export interface LayoutQuestion {
  readonly attrs: Attrs | undefined;
  /** The arguments' present layouts, tuples flattened; undefined in the first call. */
  readonly newLayouts: readonly MaybeLayout[] | undefined;
  /** The previous layouts of the arguments. In the second call, the rule's own first answer replaces unknown ones. */
  readonly oldLayouts: readonly MaybeLayout[];
  /** The arguments' types before, tuples not flattened. */
  readonly types: readonly Type[];
  /** Stops the pass at a point where the reference raises: a sentence with the subject in backquotes. */
  refuse(message: string): never;
}

export interface LayoutAnswer {
  /**
   * For each argument, tuples flattened. Where any layout here or in `outputs` is undefined, the rule does not know.
   */
  readonly inputs: readonly MaybeLayout[];
  /** One, or one for each field of the result. */
  readonly outputs: readonly MaybeLayout[];
  readonly attrs: Attrs | undefined;
}

export type LayoutRule = (question: LayoutQuestion) => LayoutAnswer;

/** Rules by operator. */
export type LayoutRules = Readonly<Record<string, LayoutRule>>;

/** The same rule for several operators. */
export function ruleFor(names: readonly string[], rule: LayoutRule): LayoutRules {
  return Object.fromEntries(names.map((name) => [name, rule]));
}

/** An answer that keeps the attributes. */
export function answer(question: LayoutQuestion, inputs: readonly MaybeLayout[], outputs: readonly MaybeLayout[]): LayoutAnswer {
  return { inputs, outputs, attrs: question.attrs };
}

/** The question's attributes with some changed. */
export function changedAttrs(question: LayoutQuestion, changes: Readonly<Record<string, AttrValue>>): Attrs | undefined {
  return question.attrs && withAttrs(question.attrs, changes);
}

/** A text attribute; empty if it is not a text. */
export function textAttr(question: LayoutQuestion, name: string): string {
  return textOf(question.attrs, name);
}

/** A list attribute; undefined if it is not a list. */
export function listAttr(question: LayoutQuestion, name: string): readonly AttrValue[] | undefined {
  const value = attrOf(question.attrs, name);
  return value !== undefined && value !== null && isAttrList(value) ? value : undefined;
}

/** The shape of an argument. The reference raises if it is not a tensor. */
export function shapeOf(question: LayoutQuestion, index = 0): readonly Dim[] {
  const type = question.types[index];
  if (type?.kind !== "TensorType") return question.refuse(layoutProblems.notATensor);
  return type.shape;
}

/** The axis at an index, counted from the end if negative. The reference raises if there is no such axis. */
export function axisAt(question: LayoutQuestion, layout: MaybeLayout, index: number): LayoutAxis {
  const axis = layout?.axes[index < 0 ? layout.axes.length + index : index];
  return axis ?? question.refuse(layoutProblems.noAxis(layout?.name ?? "__undef__", index));
}

/** The letter of the whole axis at an index. The reference raises if it is not a whole axis. */
export function primalAt(question: LayoutQuestion, layout: Layout, index: number): string {
  const { letter } = axisAt(question, layout, index);
  return isPrimal(letter) ? letter : question.refuse(layoutProblems.notWhole(layout.name, index));
}
