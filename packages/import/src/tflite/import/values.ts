/**
 * The values of a graph by name: inputs, what operators became, and parameters. Follows ExprTable in
 * python/tvm/relay/frontend/common.py.
 */
import { type Expr, raise, type TensorData, tensorType } from "@relayscope/ir";
import type { Relay } from "../../relay/relay.ts";
import { messages } from "../diagnostics.ts";
import type { Model, Subgraph, Tensor } from "../file/model.ts";

export class Values {
  /** Constants that became parameters, by name. */
  readonly params = new Map<string, TensorData>();
  /** The model's tensor that each parameter holds. */
  readonly paramSources = new Map<string, string>();
  /** Weights that an operator before made dense. */
  readonly dense = new Map<string, TensorData>();
  private readonly made = new Map<string, Expr>();

  constructor(
    private readonly r: Relay,
    readonly model: Model,
    private readonly subgraph: Subgraph,
  ) {}

  tensor(index: number): Tensor {
    const { tensors } = this.subgraph;
    const tensor = tensors[index] ?? raise(messages.noTensor(index, tensors.length));
    return tensor;
  }

  nameOf(index: number): string {
    return this.tensor(index).name ?? `tvmgen_tensor_${index}`;
  }

  has(name: string): boolean {
    return this.made.has(name);
  }

  get(name: string): Expr | undefined {
    return this.made.get(name);
  }

  /** The first value of a name stays. */
  set(name: string, value: Expr): void {
    if (!this.made.has(name)) this.made.set(name, value);
  }

  /** A new parameter; its source is the tensor's own name. */
  addParameter(data: TensorData, dtype: string, source: string | undefined): Expr {
    const name = `_param_${this.params.size + 1}`;
    const parameter = this.r.variable(name, tensorType(data.shape, dtype));
    if (source) {
      this.r.sources.set(parameter, source);
      this.paramSources.set(name, source);
    }
    this.params.set(name, data);
    this.made.set(name, parameter);
    return parameter;
  }
}
