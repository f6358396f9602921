/**
 * ScalarToTensorConstants: gives a scalar operand of cmsis-nn's sums and products the shape of the other operand, for
 * constants and variables, so that constants can be extracted afterwards. Follows
 * src/relay/backend/contrib/cmsisnn/scalar_to_tensor_constant.cc of 0.18.0.
 */
import {
  type Call,
  type Constant,
  call,
  calledOp,
  dimValue,
  type Expr,
  elementCount,
  type Func,
  type LineageRecorder,
  type Module,
  tensorType,
  variable,
  withFunctions,
} from "@relayscope/ir";
import { inferType } from "../../core/inferType.ts";
import { modulePass, type Report } from "../../core/modulePass.ts";
import { tensorOf } from "../../core/tensorOf.ts";
import { calledFunctions } from "./calledFunctions.ts";
import { changeCmsisNnBodies, closedOver, isComposite, throughCalls } from "./cmsisNnFunctions.ts";
import { scalarBesideUnknownShape, scalarTakenForInt8 } from "./diagnostics.ts";
import { untypedConstant } from "./untypedConstant.ts";

export const scalarToTensorConstants = modulePass({
  name: "ScalarToTensorConstants",
  infoName: "ScalarToTensorConstant",
  summary: "Gives scalar operands of cmsis-nn's sums and products the shape of the other operand.",
  upstream: ["src/relay/backend/contrib/cmsisnn/scalar_to_tensor_constant.cc@0.18.0"],
  requires: [inferType],
  boundTo: "cmsis-nn",
  run: ({ module, lineage, report }) => withTensors(module, lineage, report),
});

function withTensors(module: Module, lineage: LineageRecorder, report: Report): Module {
  const functions = new Map(module.functions);
  const called = calledFunctions(functions);
  const bodies = throughCalls({
    functions,
    called,
    lineage,
    keepsType: true,
    change(_, rebuilt) {
      if (rebuilt.args.length < 2) return undefined;
      // Sums and products are rebuilt without types, even if no operand changes.
      if (operators.has(calledOp(rebuilt) ?? "")) return call(rebuilt.op, withOperands(rebuilt, variableLike), rebuilt.attrs);
      return isComposite(rebuilt.op, ...composites) ? overComposite(rebuilt, rebuilt.op) : undefined;
    },
  });
  // The reference visits a composite's body twice. That matters only if a composite calls a composite, and no pattern
  // table makes such composites.
  const overComposite = (rebuilt: Call, composite: Func): Call => {
    const args = withOperands(rebuilt, (operand, other) => constantLike(operand, other, report));
    // One variable in both places is one parameter: the reference reckons with that by dropping an argument.
    return call(closedOver(composite, composite.body, lineage, true), args[0] === args[1] ? args.slice(1) : args);
  };
  /** The arguments, with a scalar among the first two replaced by the result of `like` for it and the other one. */
  const withOperands = ({ args }: Call, like: (operand: Expr, other: Expr) => Expr | undefined): readonly Expr[] =>
    args.map((operand, i) => {
      const other = i < 2 ? args[1 - i] : undefined;
      if (!other?.checkedType || !operand.checkedType) return operand;
      const made = like(operand, other);
      if (made) lineage.record(made, operand);
      return made ?? operand;
    });
  changeCmsisNnBodies(functions, lineage, (body) => bodies.rewrite(body));
  return withFunctions(module, functions);
}

const operators: ReadonlySet<string> = new Set(["qnn.add", "qnn.mul"]);
const composites: readonly string[] = ["cmsis-nn.qnn_add", "cmsis-nn.qnn_mul"];

function variableLike(operand: Expr, other: Expr): Expr | undefined {
  const { kind, checkedType } = operand;
  if (kind !== "Var" || checkedType?.kind !== "TensorType" || checkedType.shape.length > 0) return undefined;
  return variable(operand.name, other.checkedType);
}

/** The scalar repeated over the other operand's shape, as int8 whatever it was: the reference takes its first byte. */
function constantLike(operand: Expr, other: Expr, report: Report): Constant | undefined {
  const { shape, dtype } = tensorOf(operand);
  if (shape.length > 0 || operand.kind !== "Constant") return undefined;
  if (dtype !== "int8") report(scalarTakenForInt8(operand, dtype));
  const sizes = tensorOf(other).shape.map((dim) => {
    const size = dimValue(dim);
    if (size === undefined) throw scalarBesideUnknownShape(operand);
    return size;
  });
  const { data, assumed } = operand;
  const [first] = data ? new Int8Array(data.values.buffer, data.values.byteOffset, 1) : [];
  const values = first === undefined ? undefined : new Int8Array(elementCount(sizes)).fill(first);
  return untypedConstant(values && { dtype: "int8", shape: sizes, values }, tensorType(sizes, "int8"), assumed);
}
