/**
 * The input of a converter: one operator, its tensors, and the expressions made so far. Follows OperatorConverter in
 * python/tvm/relay/frontend/tflite.py.
 */
import { type Expr, raise, type TensorData } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import type { Relay, Several } from "../../relay/relay.ts";
import type { Operator, Tensor } from "../file/model.ts";
import { type OptionTable, optionTypes } from "../file/schema.ts";
import type { Table } from "../file/table.ts";
import { dtypeOfType, tensorValue } from "../file/tensorValue.ts";
import { isQuantizedAlike, type Quantized, quantizedOf } from "./quantization.ts";
import type { Values } from "./values.ts";

/** One input or output of an operator. */
export interface Operand {
  /** Undefined where an input is not given. */
  readonly tensor: Tensor | undefined;
  readonly name: string;
  readonly quantized: Quantized | undefined;
}

export class Conversion {
  readonly inputs: readonly Operand[];
  readonly outputs: readonly Operand[];

  constructor(
    readonly r: Relay,
    readonly values: Values,
    readonly operator: Operator,
  ) {
    this.inputs = this.operands(operator.inputs, "inputs");
    this.outputs = this.operands(operator.outputs, "outputs");
  }

  private operands(indices: readonly number[] | undefined, what: string): readonly Operand[] {
    if (!indices) throw new ConversionFailure(`the file has no list of its ${what}.`);
    return indices.map((index) => {
      if (index < 0) return { tensor: undefined, name: "", quantized: undefined };
      const tensor = this.values.tensor(index);
      return { tensor, name: this.values.nameOf(index), quantized: quantizedOf(this.r, tensor) };
    });
  }

  /** Throws where the operator has another number of inputs. */
  demandInputs(...counts: readonly number[]): void {
    demandCount("input", this.inputs.length, counts);
  }

  /** Throws where it has another number of inputs, or not one output. */
  demandOneOf(...counts: readonly number[]): void {
    this.demandInputs(...counts);
    this.demandOutputs(1);
  }

  demandOutputs(count: number): void {
    demandCount("output", this.outputs.length, [count]);
  }

  input(index: number): Operand {
    return at(this.inputs, index, "input");
  }

  output(index = 0): Operand {
    return at(this.outputs, index, "output");
  }

  /** Whether the first input is quantized. */
  get isQuantized(): boolean {
    return this.input(0).quantized !== undefined;
  }

  /** Throws where an operand is quantized: by itself, the first input. */
  demandPlain(operands: readonly Operand[] = [this.input(0)]): void {
    if (operands.some(({ quantized }) => quantized)) throw new ConversionFailure("it is not supported where it is quantized.");
  }

  /** Throws where the first input is quantized, and the output in another way. */
  demandAlike(): void {
    const { quantized } = this.input(0);
    if (quantized && !isQuantizedAlike(quantized, this.output().quantized)) {
      throw new ConversionFailure("its input and output are quantized differently.");
    }
  }

  tensorOf({ tensor }: Operand): Tensor {
    if (!tensor) throw new ConversionFailure("an input that it needs is not given.");
    return tensor;
  }

  dtypeOf(operand: Operand): string {
    return dtypeOfType(this.tensorOf(operand).type);
  }

  /** Whether the operand is computed or an input of the model. */
  isMade(operand: Operand): boolean {
    this.tensorOf(operand);
    return this.values.has(operand.name);
  }

  /**
   * The expression that computes the operand. Throws for a constant, which the reference does not accept in its place.
   */
  expr(operand: Operand): Expr {
    this.tensorOf(operand);
    const made = this.values.get(operand.name);
    if (made) return made;
    throw new ConversionFailure(
      `its input \`${operand.name}\` is a constant, or is made by no operator before, and TVM takes it only where it is computed.`,
    );
  }

  /** The expression that computes the operand; a constant becomes a parameter. */
  anyExpr(operand: Operand): Expr {
    this.tensorOf(operand);
    return this.values.get(operand.name) ?? this.parameter(operand, this.valueOf(operand));
  }

  /** The same for weights, which may have been made dense or be kept in another layout. */
  parameter(operand: Operand, data: TensorData): Expr {
    return this.values.addParameter(data, this.dtypeOf(operand), this.tensorOf(operand).name);
  }

  /** The value of a constant operand. Throws where it has none. */
  valueOf(operand: Operand): TensorData {
    const tensor = this.tensorOf(operand);
    dtypeOfType(tensor.type);
    return tensorValue(this.values.model, tensor, tensor.shape && tensor.shape.length > 0 ? tensor.shape : []);
  }

  /** The operand's sizes in the file, else those of what it was computed as. Throws where one of these is dynamic. */
  sizesOf(operand: Operand): readonly number[] {
    const { shape } = this.tensorOf(operand);
    if (shape && shape.length > 0) return shape;
    return this.r.knownSizesOf(this.anyExpr(operand));
  }

  /** The operator's options. Throws where it has others. */
  options(name: OptionTable): Table {
    if (this.operator.optionsType !== optionTypes[name]) throw new ConversionFailure(`its options are not those of ${name}.`);
    return this.anyOptions();
  }

  /** The operator's options, from whichever table the file names. Throws if there are none. */
  anyOptions(): Table {
    const { options } = this.operator;
    if (!options) throw new ConversionFailure("it has no options.");
    return options;
  }
}

function at(operands: readonly Operand[], index: number, what: string): Operand {
  const operand = operands[index] ?? raise(new ConversionFailure(`its ${what} ${index} is missing.`));
  return operand;
}

function demandCount(what: string, count: number, wanted: readonly number[]): void {
  if (wanted.includes(count)) return;
  throw new ConversionFailure(`it has ${count} ${what}${count === 1 ? "" : "s"}, and TVM takes ${wanted.join(" or ")}.`);
}

/** What became of an operator; undefined where nothing is left of it in Relay. */
export type Converted = Expr | Several | undefined;
/** Gets its node, and what builds Relay. */
export type Converter = (c: Conversion, r: Relay) => Converted;
export type ConverterTable = Readonly<Record<string, Converter>>;
