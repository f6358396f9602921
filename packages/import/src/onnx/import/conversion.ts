/** What a converter is: it makes Relay of one node. Follows OnnxOpConverter in python/tvm/relay/frontend/onnx.py. */
import { at, type Constant, type Expr, raise, type TensorData, type Var } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import type { Relay, Several } from "../../relay/relay.ts";
import type { Graph } from "../file/model.ts";
import type { NodeAttributes } from "./attributes.ts";
import type { Layer } from "./layers.ts";

/** The graph that a node is in, as far as converters of control flow ask. */
export interface GraphScope {
  readonly nodes: Layer<Expr>;
  readonly params: Map<string, TensorData>;
  readonly inputs: Map<string, Expr>;
  /** A scope for a graph inside this one, which sees its values. */
  inner(): GraphScope;
  /** The outputs of a graph imported in this scope; with `hasInputs` false its inputs are those bound in `nodes`. */
  outputsOf(graph: Graph, hasInputs: boolean): Expr;
}

/** One node to convert. */
export class Conversion {
  constructor(
    readonly r: Relay,
    readonly operator: string,
    readonly opset: number,
    /** Undefined where an input is not given. */
    readonly inputs: readonly (Expr | undefined)[],
    readonly attributes: NodeAttributes,
    readonly outputCount: number,
    readonly scope: GraphScope,
  ) {}

  /** The input at a place; undefined where it is not given. */
  optional(index: number): Expr | undefined {
    return this.inputs[index];
  }

  /** The input at a place. Throws where it is not given. */
  input(index: number): Expr {
    const value = this.inputs[index] ?? raise(new ConversionFailure(`its input ${index} is missing.`));
    return value;
  }

  /** All inputs. Throws where one is not given. */
  all(): readonly Expr[] {
    return this.inputs.map((_, i) => this.input(i));
  }

  demandCount(...counts: readonly number[]): void {
    if (!counts.includes(this.inputs.length)) {
      throw new ConversionFailure(
        `it takes ${counts.join(" or ")} ${counts[0] === 1 ? "input" : "inputs"}, and is given ${this.inputs.length}.`,
      );
    }
  }

  /** The parameter that a variable represents where parameters are kept; undefined for anything else. */
  parameterOf(expr: Expr): TensorData | undefined {
    return expr.kind === "Var" ? this.scope.params.get(expr.name) : undefined;
  }

  /** A parameter as a constant, anything else as it is. */
  resolved(expr: Expr): Expr {
    const data = this.parameterOf(expr);
    return data ? this.r.constantOf(data) : expr;
  }

  /** The values of a constant, or of a parameter that is kept as a variable; undefined for anything else. */
  constantOf(expr: Expr | undefined): Constant | undefined {
    return expr?.kind === "Constant" ? expr : undefined;
  }
}

export type Converted = Expr | Several;
/** Gets its node, and what builds Relay. */
export type Converter = (c: Conversion, r: Relay) => Converted;
export type ConverterTable = Readonly<Record<string, Converter>>;

/**
 * One of several converters by the model's opset: that of the greatest version not above it. Below the first version
 * the reference takes the last one.
 */
export function versioned(versions: Readonly<Record<number, Converter>>): Converter {
  const numbers = Object.keys(versions).map(Number);
  return (c, r) => {
    const below = numbers.filter((v) => v <= c.opset);
    const version = below.length > 0 ? Math.max(...below) : Math.max(...numbers);
    return at(versions, version)(c, r);
  };
}

/** The converter of a version for which the reference has no operator to call. */
export const refusedVersion: Converter = ({ opset }) => {
  throw new ConversionFailure(`it is not supported in opset ${opset}.`);
};

export function isVar(expr: Expr): expr is Var {
  return expr.kind === "Var";
}
