/** Operators as Python sees them, and what can be registered for them. Follows python/tvm/ir/op.py. */
import { type OperatorSignature, op } from "@relayscope/ir";
import {
  hostAttribute,
  hostClass,
  hostFunction,
  hostMethod,
  PyObject,
  type Runtime,
  staticMethod,
  textOf,
  typeError,
  typeName,
  unboxed,
  type Value,
} from "@relayscope/python";
import { NotBuilt } from "../diagnostics.ts";
import { stateOf } from "../host/state.ts";
import { ownLevel } from "../natives/ownAttributes.ts";
import { rulesUnder } from "../natives/ownTargets.ts";
import { noOperator } from "./callOperator.ts";
import { arrayOf } from "./containers.ts";
import { tvmError } from "./errors.ts";
import { ExprObject, exprClass, wrapExpr } from "./exprHolder.ts";
import { give, unbuilt } from "./nodeClasses.ts";
import { packedFunctionClass } from "./packedFunctions.ts";
import { supportLevelOf } from "./supportLevels.ts";

/** The reference's numbers for how far fusion may reach (TOpPattern). */
const fusionKinds = ["elemwise", "broadcast", "injective", "comm_reduce", "out_elemwise_fusable", "", "", "tuple", "opaque"];

function definitionOf(m: Runtime, name: string): OperatorSignature {
  const found = stateOf(m).operators.get(name);
  if (!found) throw noOperator(name);
  return found;
}

/** An operator by name: a known one, or one with registrations. Raises if there is none. */
export function operatorNamed(m: Runtime, given: Value): ExprObject {
  const name = unboxed(given);
  if (typeof name !== "string") throw tvmError(`Check failed: expected str but got ${typeName(name)}`);
  const { operators, attributes } = stateOf(m);
  if (!operators.get(name) && !attributes.has(name)) throw noOperator(name);
  return wrapExpr(op(name));
}

function nameIn(self: Value): string {
  if (self instanceof ExprObject && self.node.kind === "Op") return self.node.name;
  throw typeError("an operator is expected");
}

/** The value of an operator under a key: the one registered at run time, else the built-in one. */
function attributeOf(m: Runtime, operator: string, given: Value): Value | undefined {
  const key = textOf(given);
  if (key === undefined) return undefined;
  const registered = stateOf(m).attributes.get(operator, key);
  if (registered !== undefined) return registered;
  if (stateOf(m).attributes.clearedOf(key).has(operator)) return null;
  if (ownFunctions.has(key)) return ownLevel(stateOf(m).operators, operator, key) === undefined ? null : new OriginalObject(key);
  if (notBuilt.has(key)) throw new NotBuilt(`${key} of ${operator}`);
  const { fusionKind, isStateful } = definitionOf(m, operator);
  if (key.startsWith("target.")) return targetRule(m, operator, key);
  if (key === "TOpPattern") return fusionKind ? fusionKinds.indexOf(fusionKind) : null;
  if (key === "TOpIsStateful") return isStateful ?? null;
  return stateOf(m).attributes.keys().has(key) ? null : undefined;
}

/** The rule of the reference's own target; None where there are rules of other operators. */
function targetRule(m: Runtime, operator: string, key: string): Value | undefined {
  const rules = rulesUnder(m, key.slice("target.".length));
  return rules.size > 0 ? (rules.get(operator) ?? null) : undefined;
}

/** Keys under which the compiler keeps functions of its own for many operators. */
const ownFunctions: ReadonlySet<string> = new Set([
  "FTVMConvertOpLayout",
  "FTVMAlterOpLayout",
  "FTVMLegalize",
  "FTVMQnnLegalize",
  "FTVMQnnCanonicalize",
  "FTVMMixedPrecisionConversionType",
]);

/** Further keys of the reference whose values do not exist here. */
const notBuilt: ReadonlySet<string> = new Set(
  (
    "FInferCorrectLayout FPrimalGradient FShapeFunc FTVMCompute FTVMFakeQuantizationToInteger " +
    "FTVMOptionalFakeQuantizationToInteger FTVMStrategy TNonComputational TReshapeOp TShapeDataDependent"
  ).split(" "),
);

/** The built-in value of an operator under such a key. A file that registers this object restores the value. */
class OriginalObject extends PyObject {
  constructor(readonly key: string) {
    super(originalClass);
  }
}

const originalClass = hostClass({ name: "PackedFunc", module: "tvm.runtime.packed_func", bases: [packedFunctionClass] });

class ArgumentInfo extends PyObject {
  constructor(readonly name: string) {
    super(argumentInfoClass);
  }
}

const argumentInfoClass = hostClass({
  name: "AttrFieldInfo",
  module: "tvm.ir.attrs",
  members: {
    ...unbuilt("AttrFieldInfo", "type_info description"),
    name: hostAttribute("name", ArgumentInfo, (self) => self.name),
  },
});

const ofOp = (name: string, get: (definition: OperatorSignature) => Value) =>
  hostAttribute(name, ExprObject, ({ node }, m) => (node.kind === "Op" ? get(definitionOf(m, node.name)) : undefined));

give(exprClass("Op"), {
  ...unbuilt("Op", "add_argument add_type_rel description op_type set_attrs_type_key set_num_inputs set_support_level"),
  name: hostAttribute("name", ExprObject, ({ node }) => (node.kind === "Op" ? node.name : undefined)),
  num_inputs: ofOp("num_inputs", (d) => d.inputCount ?? d.args.length),
  arguments: ofOp("arguments", (d) => arrayOf(d.args.map((a) => new ArgumentInfo(a)))),
  support_level: ofOp("support_level", (d) => supportLevelOf(d.name)),
  attrs_type_key: ofOp("attrs_type_key", (d) => d.attrs?.name ?? ""),
  get: staticMethod(hostFunction("get", "op_name", (m, name) => operatorNamed(m, name))),
  list_op_names: staticMethod(hostFunction("list_op_names", "", (m) => arrayOf([...stateOf(m).operators.names()]))),
  get_attr: hostMethod("get_attr", "self, attr_name", (m, self, key) => {
    const found = attributeOf(m, nameIn(self), key);
    if (found !== undefined) return found;
    throw tvmError(`Attribute '${String(key)}' is not registered`);
  }),
  has_attr: hostMethod("has_attr", "self, attr_name", (m, self, key) => attributeOf(m, nameIn(self), key) !== undefined),
  set_attr: hostMethod("set_attr", "self, attr_name, value, plevel=10", (m, self, key, value, level) => {
    const { attributes } = stateOf(m);
    if (value instanceof OriginalObject) attributes.restore(nameIn(self), String(key));
    else attributes.set(nameIn(self), String(key), value ?? null, Number(level));
    return null;
  }),
  reset_attr: hostMethod("reset_attr", "self, attr_name", (m, self, key) => {
    stateOf(m).attributes.reset(nameIn(self), String(key));
    return null;
  }),
});
