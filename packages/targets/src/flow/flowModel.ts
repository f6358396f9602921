/** The model that flows are recorded on: the input of a run, or a small one if there is none. */
import { inferTypes } from "@relayscope/infer";
import {
  type Constant,
  call as callNode,
  emptyModule,
  type Func,
  func,
  type Module,
  moduleOrder,
  op,
  structurallyEqual,
  type TensorType,
  type Var,
  variable,
} from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";
import { printModule } from "@relayscope/text";

export interface FlowModel {
  /** Typed, before weights become constants. */
  readonly module: Module;
  /** The weights by the parameters that they are the values of. */
  readonly weights: ReadonlyMap<Var, Constant>;
  /** Whether its text has holes: then an unknown is not an error. */
  readonly hasHoles: boolean;
}

/** A model for flows that ask for none in particular: one operator on an image. */
export function smallModel(operators: OperatorDefinitions): FlowModel {
  const type: TensorType = { kind: "TensorType", shape: [1, 3, 8, 8], dtype: "float32" };
  const x = variable("data", type);
  const main = func({ params: [x], body: callNode(op("nn.relu"), [x]), returnType: type });
  const { module } = inferTypes({ ...emptyModule, functions: new Map([["main", main]]) }, operators, { trust: "nothing" });
  return { module, weights: new Map(), hasHoles: false };
}

/**
 * Whether two modules are equal: their texts, and the values of their constants in order. Constants without values have
 * their types in the text.
 */
export function sayTheSame(a: Module, b: Module): boolean {
  if (a === b) return true;
  if (a.functions.size !== b.functions.size || a.attrs.size !== b.attrs.size || printModule(a) !== printModule(b)) return false;
  const [first = [], second = []] = [a, b].map((module) => moduleOrder(module).filter((e) => e.kind === "Constant"));
  return first.length === second.length && first.every((node, at) => isAlike(node, second[at]));
}

function isAlike(a: Constant, b: Constant | undefined): boolean {
  return a.data && b?.data ? structurallyEqual(a, b) : a.data === b?.data;
}

/** Whether two modules have the same functions, apart from functions that `bound` maps to their replacements. */
export function hasSameFunctions(module: Module, before: Module | undefined, bound: ReadonlyMap<Func, Func>): boolean {
  if (module.functions.size !== before?.functions.size) return false;
  return [...module.functions].every(([name, f]) => {
    const old = before.functions.get(name);
    return old !== undefined && (f === old || f === bound.get(old));
  });
}
