/** Sequences and optional values: tuples in Relay. */
import { type Expr, raise, type Tuple } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import { concatenate, split, squeeze, stack } from "../../relay/wrappers.ts";
import type { Conversion, Converter, ConverterTable } from "../import/conversion.ts";

function tupleOf(c: Conversion, index: number): Tuple {
  const value = c.input(index);
  if (value.kind !== "Tuple") throw new ConversionFailure("its sequence is not made in this graph: how many values it has is not known.");
  return value;
}

/** A position in a sequence, from an input that must be constant; -1 where it is not given. */
function positionOf(c: Conversion, index: number): number {
  if (c.inputs.length <= index) return -1;
  const position = c.resolved(c.input(index));
  if (position.kind !== "Constant") throw new ConversionFailure("its position is not constant, which is not supported.");
  return Number(c.r.numbersOf(position)[0]);
}

const erase: Converter = (c) => {
  const { fields } = tupleOf(c, 0);
  const given = positionOf(c, 1);
  if (given < -fields.length || given >= fields.length) throw new ConversionFailure(`its position ${given} is out of bounds.`);
  const position = given < 0 ? fields.length + given : given;
  return c.r.tuple(fields.filter((_, i) => i !== position));
};

const insert: Converter = (c) => {
  const { fields } = tupleOf(c, 0);
  const given = positionOf(c, 2);
  const position = given < 0 ? fields.length + given + 1 : given;
  return c.r.tuple([...fields.slice(0, position), c.input(1), ...fields.slice(position)]);
};

const at: Converter = (c) => {
  const position = c.input(1);
  if (position.kind !== "Constant") throw new ConversionFailure("its position is not constant, which is not supported.");
  const { fields } = tupleOf(c, 0);
  const index = Number(c.r.numbersOf(position)[0]);
  const value = fields[index < 0 ? fields.length + index : index];
  if (!value) throw new ConversionFailure(`its position ${index} is out of bounds.`);
  return value;
};

const splitToSequence: Converter = (c, r) => {
  const x = c.input(0);
  const axis = c.attributes.int("axis", 0);
  const sizes = r.sizesOf(x);
  const given = c.optional(1);
  let sections: number;
  if (!given) {
    const size = sizes[axis < 0 ? axis + sizes.length : axis] ?? raise(new ConversionFailure("it needs sizes that are dynamic."));
    sections = size;
  } else if (given.kind !== "Constant") {
    throw new ConversionFailure("where it splits is not constant, which is not supported.");
  } else {
    const numbers = r.numbersOf(given).map(Number);
    if (numbers.length > 1) throw new ConversionFailure("it splits into parts of several sizes, which TVM does not pass on.");
    sections = numbers[0] ?? 1;
  }
  const parts = r.fields(split(r, x, sections, axis));
  return r.tuple(c.attributes.int("keepdims", 1) ? parts : parts.map((p) => squeeze(r, p, [axis])));
};

const concatFromSequence: Converter = (c) => {
  const axis = c.attributes.int("axis", 0);
  if (c.attributes.int("new_axis", 0) === 1) return stack(c.r, c.input(0), axis);
  return concatenate(c.r, tupleOf(c, 0).fields, axis);
};

const hasElement: Converter = (c) => {
  const type = c.r.typeOf(c.input(0));
  return c.r.constant(type.kind !== "TensorType" || type.shape.length > 0, "bool");
};

const construct = (c: Conversion): Expr => c.r.tuple(c.all());

export const sequences: ConverterTable = {
  ConcatFromSequence: concatFromSequence,
  Optional: construct,
  OptionalGetElement: (c) => c.r.field(construct(c), 0),
  OptionalHasElement: hasElement,
  SequenceAt: at,
  SequenceConstruct: construct,
  SequenceEmpty: (c) => c.r.tuple([]),
  SequenceErase: erase,
  SequenceInsert: insert,
  SequenceLength: (c) => c.r.constant(tupleOf(c, 0).fields.length, "int64"),
  SplitToSequence: splitToSequence,
};
